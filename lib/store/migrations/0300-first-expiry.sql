-- A chain is valid until the first of its certificates expires, which may be an intermediate one. These columns are null when
-- it's the server's own.
alter table monitor_certificates
  add column expires_first text,
  add column expires_first_fingerprint text,
  add column expires_first_at timestamptz,
  add column expires_at timestamptz generated always as (coalesce(expires_first_at, not_after)) stored;
drop index monitor_certificates_expiry;
create index monitor_certificates_expiry on monitor_certificates (project_id, expires_at);

-- A warning about an intermediate certificate must not replace that about the server's own, which has an empty fingerprint.
alter table certificate_notices
  add column fingerprint text not null default '',
  drop constraint certificate_notices_pkey,
  add constraint certificate_notices_pkey primary key (certificate_id, days, integration_id, fingerprint, project_id);
