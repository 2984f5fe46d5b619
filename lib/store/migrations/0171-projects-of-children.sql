-- Every table that is distributed by project names the project itself, so that a database that shards by project finds each row on one
-- shard. Rows of these five had it only through their parents.
alter table open_monitor_incidents add column project_id bigint;
update open_monitor_incidents c set project_id = p.project_id from monitors p where p.id = c.monitor_id;
alter table open_monitor_incidents alter column project_id set not null;

alter table maintenance_window_monitors add column project_id bigint;
update maintenance_window_monitors c set project_id = p.project_id from maintenance_windows p where p.id = c.maintenance_window_id;
alter table maintenance_window_monitors alter column project_id set not null;

alter table certificate_notices add column project_id bigint;
update certificate_notices c set project_id = p.project_id from monitor_certificates p where p.id = c.certificate_id;
alter table certificate_notices alter column project_id set not null;

alter table delivery_attempts add column project_id bigint;
update delivery_attempts c set project_id = p.project_id from deliveries p where p.id = c.delivery_id;
alter table delivery_attempts alter column project_id set not null;

alter table push_deliveries add column project_id bigint;
update push_deliveries c set project_id = p.project_id from events p where p.id = c.event_id;
alter table push_deliveries alter column project_id set not null;
