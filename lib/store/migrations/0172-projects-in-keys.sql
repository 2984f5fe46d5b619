-- A database that shards by project takes unique constraints only with the project among their columns, and foreign keys between such tables
-- only if both name it. It comes last, so that every lookup by the other columns uses the same index as before. What was unique stays
-- unique, because no monitor, incident or event changes its project.

-- References first, because they depend on the keys.
alter table monitor_states drop constraint monitor_states_monitor_id_fkey;
alter table region_states drop constraint region_states_monitor_id_fkey;
alter table monitor_pauses drop constraint monitor_pauses_monitor_id_fkey;
alter table monitor_certificates drop constraint monitor_certificates_monitor_id_fkey;
alter table certificate_notices drop constraint certificate_notices_certificate_id_fkey;
alter table incident_monitors drop constraint incident_monitors_monitor_id_fkey;
alter table incident_monitors drop constraint incident_monitors_incident_id_fkey;
alter table open_monitor_incidents drop constraint open_monitor_incidents_monitor_id_fkey;
alter table open_monitor_incidents drop constraint open_monitor_incidents_incident_id_fkey;
alter table incident_updates drop constraint incident_updates_incident_id_fkey;
alter table incident_timeline drop constraint incident_timeline_incident_id_fkey;
alter table incident_comments drop constraint incident_comments_incident_id_fkey;
alter table maintenance_windows drop constraint maintenance_windows_recurrence_id_fkey;
alter table maintenance_window_monitors drop constraint maintenance_window_monitors_monitor_id_fkey;
alter table maintenance_window_monitors drop constraint maintenance_window_monitors_maintenance_window_id_fkey;
alter table deliveries drop constraint deliveries_event_id_fkey;
alter table deliveries drop constraint deliveries_digest_id_fkey;
alter table deliveries drop constraint deliveries_handed_from_fkey;
alter table delivery_attempts drop constraint delivery_attempts_delivery_id_fkey;
alter table push_deliveries drop constraint push_deliveries_event_id_fkey;

-- Building the new index of results and rollups reads every row once and copies none.
alter table monitors
  drop constraint monitors_pkey, add constraint monitors_pkey primary key (id, project_id);
alter table monitor_states
  drop constraint monitor_states_pkey, add constraint monitor_states_pkey primary key (monitor_id, project_id);
alter table region_states
  drop constraint region_states_pkey, add constraint region_states_pkey primary key (monitor_id, region, project_id);
alter table monitor_pauses
  drop constraint monitor_pauses_pkey, add constraint monitor_pauses_pkey primary key (id, project_id);
alter table results
  drop constraint results_pkey, add constraint results_pkey primary key (monitor_id, region, scheduled_at, project_id);
alter table kept_failures
  drop constraint kept_failures_pkey, add constraint kept_failures_pkey primary key (monitor_id, region, scheduled_at, project_id);
alter table rollups_hourly
  drop constraint rollups_hourly_pkey, add constraint rollups_hourly_pkey primary key (monitor_id, region, hour, project_id);
alter table rollups_daily
  drop constraint rollups_daily_pkey, add constraint rollups_daily_pkey primary key (monitor_id, region, day, project_id);
alter table monitor_certificates
  drop constraint monitor_certificates_pkey, add constraint monitor_certificates_pkey primary key (id, project_id),
  drop constraint monitor_certificates_monitor_id_fingerprint_sha256_key, add constraint monitor_certificates_monitor_id_fingerprint_sha256_key unique (monitor_id, fingerprint_sha256, project_id);
alter table certificate_notices
  drop constraint certificate_notices_pkey, add constraint certificate_notices_pkey primary key (certificate_id, days, integration_id, project_id);
alter table incidents
  drop constraint incidents_pkey, add constraint incidents_pkey primary key (id, project_id);
alter table incident_monitors
  drop constraint incident_monitors_pkey, add constraint incident_monitors_pkey primary key (incident_id, monitor_id, project_id);
alter table open_monitor_incidents
  drop constraint open_monitor_incidents_pkey, add constraint open_monitor_incidents_pkey primary key (monitor_id, project_id);
alter table incident_updates
  drop constraint incident_updates_pkey, add constraint incident_updates_pkey primary key (id, project_id);
alter table incident_timeline
  drop constraint incident_timeline_pkey, add constraint incident_timeline_pkey primary key (id, project_id);
alter table incident_comments
  drop constraint incident_comments_pkey, add constraint incident_comments_pkey primary key (id, project_id);
alter table maintenance_recurrences
  drop constraint maintenance_recurrences_pkey, add constraint maintenance_recurrences_pkey primary key (id, project_id);
alter table maintenance_windows
  drop constraint maintenance_windows_pkey, add constraint maintenance_windows_pkey primary key (id, project_id);
alter table maintenance_window_monitors
  drop constraint maintenance_window_monitors_pkey, add constraint maintenance_window_monitors_pkey primary key (maintenance_window_id, monitor_id, project_id);
alter table events
  drop constraint events_pkey, add constraint events_pkey primary key (id, project_id);
alter table deliveries
  drop constraint deliveries_pkey, add constraint deliveries_pkey primary key (id, project_id),
  drop constraint deliveries_event_id_integration_id_key, add constraint deliveries_event_id_integration_id_key unique (event_id, integration_id, project_id),
  drop constraint deliveries_request_id_key, add constraint deliveries_request_id_key unique (request_id, project_id);
alter table delivery_attempts
  drop constraint delivery_attempts_pkey, add constraint delivery_attempts_pkey primary key (id, project_id);
alter table push_deliveries
  drop constraint push_deliveries_pkey, add constraint push_deliveries_pkey primary key (id, project_id),
  drop constraint push_deliveries_event_id_subscription_id_key, add constraint push_deliveries_event_id_subscription_id_key unique (event_id, subscription_id, project_id);
drop index maintenance_windows_recurrence;
create unique index maintenance_windows_recurrence on maintenance_windows (recurrence_id, recurs_at, project_id);

alter table monitor_states add constraint monitor_states_monitor_id_fkey
  foreign key (monitor_id, project_id) references monitors (id, project_id) on delete cascade;
alter table region_states add constraint region_states_monitor_id_fkey
  foreign key (monitor_id, project_id) references monitors (id, project_id) on delete cascade;
alter table monitor_pauses add constraint monitor_pauses_monitor_id_fkey
  foreign key (monitor_id, project_id) references monitors (id, project_id) on delete cascade;
alter table monitor_certificates add constraint monitor_certificates_monitor_id_fkey
  foreign key (monitor_id, project_id) references monitors (id, project_id) on delete cascade;
alter table certificate_notices add constraint certificate_notices_certificate_id_fkey
  foreign key (certificate_id, project_id) references monitor_certificates (id, project_id) on delete cascade;
alter table incident_monitors add constraint incident_monitors_monitor_id_fkey
  foreign key (monitor_id, project_id) references monitors (id, project_id) on delete cascade;
alter table incident_monitors add constraint incident_monitors_incident_id_fkey
  foreign key (incident_id, project_id) references incidents (id, project_id) on delete cascade;
alter table open_monitor_incidents add constraint open_monitor_incidents_monitor_id_fkey
  foreign key (monitor_id, project_id) references monitors (id, project_id) on delete cascade;
alter table open_monitor_incidents add constraint open_monitor_incidents_incident_id_fkey
  foreign key (incident_id, project_id) references incidents (id, project_id) on delete cascade;
alter table incident_updates add constraint incident_updates_incident_id_fkey
  foreign key (incident_id, project_id) references incidents (id, project_id) on delete cascade;
alter table incident_timeline add constraint incident_timeline_incident_id_fkey
  foreign key (incident_id, project_id) references incidents (id, project_id) on delete cascade;
alter table incident_comments add constraint incident_comments_incident_id_fkey
  foreign key (incident_id, project_id) references incidents (id, project_id) on delete cascade;
alter table maintenance_windows add constraint maintenance_windows_recurrence_id_fkey
  foreign key (recurrence_id, project_id) references maintenance_recurrences (id, project_id) on delete set null (recurrence_id);
alter table maintenance_window_monitors add constraint maintenance_window_monitors_monitor_id_fkey
  foreign key (monitor_id, project_id) references monitors (id, project_id) on delete cascade;
alter table maintenance_window_monitors add constraint maintenance_window_monitors_maintenance_window_id_fkey
  foreign key (maintenance_window_id, project_id) references maintenance_windows (id, project_id) on delete cascade;
alter table deliveries add constraint deliveries_event_id_fkey
  foreign key (event_id, project_id) references events (id, project_id) on delete cascade;
alter table deliveries add constraint deliveries_digest_id_fkey
  foreign key (digest_id, project_id) references deliveries (id, project_id) on delete set null (digest_id);
alter table deliveries add constraint deliveries_handed_from_fkey
  foreign key (handed_from, project_id) references deliveries (id, project_id) on delete set null (handed_from);
alter table delivery_attempts add constraint delivery_attempts_delivery_id_fkey
  foreign key (delivery_id, project_id) references deliveries (id, project_id) on delete cascade;
alter table push_deliveries add constraint push_deliveries_event_id_fkey
  foreign key (event_id, project_id) references events (id, project_id) on delete cascade;
