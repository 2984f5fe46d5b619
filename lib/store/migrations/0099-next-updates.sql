-- When an update promised the next one.
alter table incident_updates add column next_update_at timestamptz;
