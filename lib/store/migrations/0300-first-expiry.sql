-- A chain is valid until the first of its certificates expires, which may be an intermediate one. Its name is null for the
-- server's own certificate.
alter table monitor_certificates add column expires_at timestamptz, add column expires_first text;
update monitor_certificates set expires_at = not_after;
alter table monitor_certificates alter column expires_at set not null;
drop index monitor_certificates_expiry;
create index monitor_certificates_expiry on monitor_certificates (project_id, expires_at);

-- A warning about an intermediate certificate must not replace that about the server's own.
alter table certificate_notices add column expires_at timestamptz;
update certificate_notices n set expires_at = c.expires_at from monitor_certificates c
  where c.project_id = n.project_id and c.id = n.certificate_id;
alter table certificate_notices alter column expires_at set not null,
  drop constraint certificate_notices_pkey,
  add constraint certificate_notices_pkey primary key (certificate_id, days, integration_id, expires_at, project_id);
