create table events (
  id bigint generated always as identity,
  project_id bigint not null references projects on delete cascade,
  key text not null,
  occurred_at timestamptz not null,
  incident_id bigint,
  monitor_id bigint,
  incident_update_id bigint,
  entities jsonb not null default '{}',
  -- A delivery waits for earlier events of its incident that aren't fanned out yet, to keep their order.
  fanned_out_at timestamptz,
  test_incident_id uuid,
  -- Events are their own queue. One that a server works on, or that waits for current checks, is left alone until then.
  fan_out_after timestamptz,
  -- For the start of an incident that no alert rule matched: how many rules were for it, and how many each limit kept out,
  -- because the rules may change afterward.
  unmatched_rules jsonb,
  -- Subscribers of the project's status pages still have to be notified of it.
  subscribers_due boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (id, project_id)
);
create index events_project on events (project_id, id desc);
create index events_incident on events (incident_id, id);
create index events_to_fan_out on events (incident_id, id) where fanned_out_at is null;
create index events_unfanned on events (created_at) where fanned_out_at is null;
create index events_subscribers_due on events (project_id, id) where subscribers_due;
create index events_test_incident on events (test_incident_id) where test_incident_id is not null;

create table integrations (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  app text not null,
  name text not null,
  settings json not null default '{}',
  secrets bytea,
  paused boolean not null default false,
  pause_reason text,
  -- Failures before this time no longer count. Set when the integration is resumed.
  failures_since timestamptz,
  rate_limited_until timestamptz,
  rate_limit_count int not null default 0,
  -- The last resort: email to the owners. One per project, created when it's first needed. Nobody can change it.
  is_fallback boolean not null default false,
  -- Since when it has been paused, so that what the pause kept back can be sent when it's resumed.
  paused_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index integrations_project on integrations (project_id, id desc);
create unique index integrations_fallback on integrations (project_id) where is_fallback;

-- Settings are json, not jsonb, because they come back with their keys in the order in which they were sent. Terraform
-- compares the text.
create table alert_rules (
  id bigint generated always as identity primary key,
  project_id bigint references projects on delete cascade,
  organization_id bigint not null references organizations on delete cascade,
  integration_id bigint not null references integrations on delete cascade,
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
  id bigint generated always as identity,
  project_id bigint not null references projects on delete cascade,
  event_id bigint,
  alert_rule_id bigint references alert_rules on delete set null,
  integration_id bigint not null references integrations on delete cascade,
  incident_id bigint,
  request_id uuid not null default gen_random_uuid(),
  status text not null default 'pending' check (status in ('pending', 'delivered', 'not_sent', 'failed', 'muted', 'rate_limited', 'superseded')),
  reason text,
  attempts int not null default 0,
  remote_id text,
  occurred_at timestamptz not null,
  next_attempt_at timestamptz,
  finished_at timestamptz,
  -- The rule's settings when it matched. Deleting or changing a rule doesn't change what is on its way.
  message_settings json,
  -- The requests of a message that went out, such as one SMS per member. A retry doesn't send them again.
  done_steps text[] not null default '{}',
  is_test boolean not null default false,
  -- A person asked for it: neither muted, nor rate-limited, nor left out.
  is_resend boolean not null default false,
  -- In a storm, one message reports many events. Its delivery leads; the others refer to it and end with it.
  is_digest boolean not null default false,
  -- These may name a delivery that is gone.
  digest_id bigint,
  is_test_incident boolean not null default false,
  -- The sender has it until then, by the database's clock, because clocks of servers may be wrong.
  leased_until timestamptz,
  failed_over text,
  failed_over_from bigint,
  failover_note text,
  -- Whether the digest that included the alert reported its incident as recovered. The time of sending doesn't say,
  -- because a recovery may be recorded later than it happened.
  covers_recovery boolean not null default false,
  -- Whether it ends the incident for its integration alone: a monitor recovered, and none of those that its alert rules
  -- cover is still down.
  closes boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (id, project_id),
  foreign key (event_id, project_id) references events (id, project_id) on delete cascade,
  unique (event_id, integration_id, project_id)
) with (fillfactor = 50);
create index deliveries_project on deliveries (project_id, id desc);
create index deliveries_order on deliveries (integration_id, incident_id, id);
create index deliveries_rule on deliveries (alert_rule_id, occurred_at);
create index deliveries_incident on deliveries (incident_id, integration_id, event_id) where incident_id is not null;
create index deliveries_digest on deliveries (digest_id) where digest_id is not null;
create index deliveries_open_digest on deliveries (integration_id) where is_digest and status = 'pending';
create index deliveries_sent on deliveries (integration_id, finished_at) where status = 'delivered';
create index deliveries_failed_over_from on deliveries (failed_over_from) where failed_over_from is not null;
create index deliveries_pending on deliveries (project_id, next_attempt_at) where status = 'pending' and next_attempt_at is not null;
create index deliveries_due on deliveries (integration_id, next_attempt_at, id) where status = 'pending' and next_attempt_at is not null;

create table delivery_attempts (
  id bigint generated always as identity,
  project_id bigint not null,
  delivery_id bigint not null,
  attempt int not null,
  started_at timestamptz not null,
  duration_ms int,
  outcome text not null check (outcome in ('delivered', 'not_sent', 'retry', 'rejected')),
  status_code int,
  error text,
  request jsonb,
  response jsonb,
  primary key (id, project_id),
  foreign key (delivery_id, project_id) references deliveries (id, project_id) on delete cascade
);
create index delivery_attempts_delivery on delivery_attempts (delivery_id, id);
create index delivery_attempts_age on delivery_attempts (started_at);

-- Each reminder of a certificate is sent once per integration, so many days before it expires.
create table certificate_notices (
  certificate_id bigint not null,
  days int not null,
  fired_at timestamptz not null default now(),
  integration_id bigint not null references integrations on delete cascade,
  project_id bigint not null,
  -- Empty for the server's own certificate. A warning about an intermediate one must not replace that.
  fingerprint text not null default '',
  primary key (certificate_id, days, integration_id, fingerprint, project_id),
  foreign key (certificate_id, project_id) references monitor_certificates (id, project_id) on delete cascade
);
create index certificate_notices_integration on certificate_notices (integration_id);

-- How a test incident goes: what the runners saw of a name that can't exist, and what the rules made of it. Deleted
-- with it.
create table test_incidents (
  id uuid primary key,
  project_id bigint not null references projects on delete cascade,
  monitor_id bigint not null,
  monitor_name text not null,
  started_at timestamptz not null,
  state text not null default 'checking' check (state in ('checking', 'failed', 'down', 'recovered')),
  reason text,
  checks jsonb not null default '[]'
);
create index test_incidents_project on test_incidents (project_id, started_at);

-- Emails that couldn't be sent because SMTP isn't set up: kept and shown.
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
create index outbox_mails_age on outbox_mails (created_at);
create index outbox_mails_organization on outbox_mails (organization_id, id desc);

-- The key that identifies this installation to push services (RFC 8292). Browsers' subscriptions are bound to it.
create table push_keys (
  id int default 1 primary key check (id = 1),
  public_key text not null,
  private_key bytea not null,
  created_at timestamptz not null default now()
);

-- A browser that asked for notifications. Its endpoint and keys are encrypted, because anyone who knows the endpoint
-- can use up its quota.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  endpoint_hash bytea not null unique,
  -- The push service, such as updates.push.services.mozilla.com.
  service text not null,
  secrets bytea not null,
  user_agent text,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id, id desc);

create table push_deliveries (
  id bigint generated always as identity,
  project_id bigint not null,
  subscription_id bigint not null references push_subscriptions on delete cascade,
  event_id bigint not null,
  incident_id bigint,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'muted', 'superseded')),
  reason text,
  attempts int not null default 0,
  -- In a storm, a notification reports several events.
  gathered boolean not null default false,
  tells int not null default 1,
  next_attempt_at timestamptz,
  leased_until timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (id, project_id),
  foreign key (event_id, project_id) references events (id, project_id) on delete cascade,
  unique (event_id, subscription_id, project_id)
);
create index push_deliveries_incident on push_deliveries (subscription_id, incident_id, event_id);
create index push_deliveries_sent on push_deliveries (subscription_id, finished_at) where status = 'delivered';
create index push_deliveries_due on push_deliveries (next_attempt_at) where status = 'pending';
create index push_deliveries_old on push_deliveries (created_at);
