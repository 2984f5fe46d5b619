-- Certificates that checks saw, one row a monitor and certificate; the newest row is the one in use.
create table monitor_certificates (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  monitor_id bigint not null references monitors on delete cascade,
  region text not null,
  fingerprint_sha256 text not null,
  serial_number text not null,
  subject_common_name text,
  subject_alternative_names text[] not null default '{}',
  issuer_common_name text,
  issuer_organization text,
  not_before timestamptz not null,
  not_after timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (monitor_id, fingerprint_sha256)
);
create index monitor_certificates_project on monitor_certificates (project_id, id desc);
create index monitor_certificates_monitor on monitor_certificates (monitor_id, id desc);

-- Each reminder of a certificate is fired once: so many days before it expires.
create table certificate_notices (
  certificate_id bigint not null references monitor_certificates on delete cascade,
  days int not null,
  fired_at timestamptz not null default now(),
  primary key (certificate_id, days)
);

-- Private notes on an incident.
create table incident_comments (
  id bigint generated always as identity primary key,
  incident_id bigint not null references incidents on delete cascade,
  project_id bigint not null,
  content text not null,
  creator_type text not null check (creator_type in ('user', 'api_key')),
  creator_id bigint not null,
  creator_label text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index incident_comments_incident on incident_comments (incident_id, id desc);
