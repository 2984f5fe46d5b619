create table events (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  key text not null,
  occurred_at timestamptz not null,
  incident_id bigint,
  monitor_id bigint,
  incident_update_id bigint,
  entities jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index events_project on events (project_id, id desc);
create index events_incident on events (incident_id, id);

create table integrations (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  app text not null,
  name text not null,
  settings jsonb not null default '{}',
  secrets bytea,
  paused boolean not null default false,
  pause_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index integrations_project on integrations (project_id, id desc);

-- Settings come back with the keys in the order they were sent (Terraform compares the text): json, not jsonb.
create table alert_rules (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  project_id bigint references projects on delete cascade,
  integration_id bigint not null references integrations on delete restrict,
  event text not null,
  rate_limit_minutes int not null default 0,
  event_settings json,
  integration_settings json,
  monitors bigint[] not null default '{}',
  tags text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index alert_rules_event on alert_rules (organization_id, event);
create index alert_rules_integration on alert_rules (integration_id);

create table deliveries (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  event_id bigint references events on delete cascade,
  alert_rule_id bigint references alert_rules on delete set null,
  integration_id bigint not null references integrations on delete cascade,
  incident_id bigint,
  request_id uuid not null unique default gen_random_uuid(),
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'muted', 'rate_limited', 'superseded')),
  reason text,
  attempts int not null default 0,
  remote_id text,
  occurred_at timestamptz not null,
  next_attempt_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  unique (event_id, integration_id)
);
create index deliveries_project on deliveries (project_id, id desc);
create index deliveries_order on deliveries (integration_id, incident_id, id);

create table delivery_attempts (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references deliveries on delete cascade,
  attempt int not null,
  started_at timestamptz not null,
  duration_ms int,
  outcome text not null check (outcome in ('delivered', 'retry', 'rejected')),
  status_code int,
  error text,
  request jsonb,
  response jsonb
);
create index delivery_attempts_delivery on delivery_attempts (delivery_id, id);

-- Mail that could not leave because SMTP is not set up: kept and shown.
create table outbox_mails (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text,
  message_id text not null,
  created_at timestamptz not null default now()
);
