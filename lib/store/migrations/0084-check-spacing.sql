-- When the newest check began that counted for the region's verdict: checks too close together don't confirm each other.
alter table region_states add column last_counted_at timestamptz;
