-- Since when an integration is paused, so that what its pause kept back can be sent when it's resumed. Null for one that isn't paused.
alter table integrations add column paused_at timestamptz;
update integrations set paused_at = updated_at where paused;
