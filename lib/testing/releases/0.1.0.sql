insert into organizations (name) values ('Acme');
insert into projects (organization_id, name, slug, incident_prefix) select id, 'App', 'app', 'APP' from organizations;
insert into users (organization_id, name, email, role) select id, 'Ada', 'ada@example.org', 'owner' from organizations;
insert into monitors (project_id, name, protocol, request, regions, interval_seconds, timeout_ms, incident_confirmations,
    recovery_confirmations, region_threshold, config_version)
  select id, 'Shop', 'http', '{"url": "https://example.org"}', '{eu-deu-fra}', 60, 10000, 2, 1, 1, 1 from projects;
insert into status_pages (project_id, name, subdomain, title, description, website_url, search_engine_indexed, components, theme)
  select id, 'Status', 'status', 'Status', '', 'https://example.org', true, '[]', '{}' from projects;
insert into incidents (project_id, number, slug, type, title, impact, status, incident_at)
  select id, 1, 'app-1', 'monitor', 'Shop is down', 'major_outage', 'recovered', now() from projects;
insert into incident_numbers (project_id, last_number) select id, 7 from projects;
insert into open_monitor_incidents (project_id, monitor_id, incident_id) select m.project_id, m.id, i.id from monitors m, incidents i;
insert into maintenance_windows (project_id, title, starts_at, ends_at) select id, 'Moving', now(), now() from projects;
insert into maintenance_window_monitors (project_id, maintenance_window_id, monitor_id)
  select m.project_id, w.id, m.id from maintenance_windows w, monitors m;
insert into integrations (project_id, app, name) select id, 'email', 'Mail' from projects;
insert into events (project_id, key, occurred_at) select id, 'uptime.incident.created', now() from projects;
insert into deliveries (project_id, event_id, integration_id, occurred_at)
  select e.project_id, e.id, i.id, now() from events e, integrations i;
insert into delivery_attempts (project_id, delivery_id, attempt, started_at, outcome)
  select project_id, id, 1, now(), 'delivered' from deliveries;
insert into push_subscriptions (user_id, endpoint_hash, service, secrets) select id, 'x', 'push.example', 'x' from users;
insert into push_deliveries (project_id, subscription_id, event_id)
  select e.project_id, s.id, e.id from push_subscriptions s, events e;
insert into monitor_certificates (project_id, monitor_id, region, fingerprint_sha256, serial_number, not_before, not_after)
  select project_id, id, 'eu-deu-fra', 'AA', '1', now(), now() from monitors;
insert into certificate_notices (project_id, certificate_id, days, integration_id)
  select c.project_id, c.id, 7, i.id from monitor_certificates c, integrations i;
create table results_20260102 partition of results for values from ('2026-01-02T00:00:00Z') to ('2026-01-03T00:00:00Z');
insert into results (project_id, monitor_id, scheduled_at, started_at, region, outcome)
  select project_id, id, '2026-01-02T03:00:00Z', '2026-01-02T03:00:00Z', 'eu-deu-fra', 0 from monitors;
create table rollups_hourly_202601 partition of rollups_hourly
  for values from ('2026-01-01T00:00:00Z') to ('2026-02-01T00:00:00Z');
insert into rollups_hourly (project_id, monitor_id, region, hour, up, down, inconclusive, missed, sum_us)
  select project_id, id, 'eu-deu-fra', '2026-01-02T03:00:00Z', 1, 0, 0, 0, 1 from monitors;
