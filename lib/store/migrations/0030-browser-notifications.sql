-- The key with which this installation names itself to push services (RFC 8292). Made once: a browser's subscription is bound to it.
create table push_keys (
  id int primary key default 1 check (id = 1),
  public_key text not null,
  private_key bytea not null,
  created_at timestamptz not null default now()
);

-- A browser that asked to be told. Its address and keys are sealed: who knows the address can use up its quota.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  endpoint_hash bytea not null unique,
  -- The push service, such as updates.push.services.mozilla.com: may be shown.
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
  id bigint generated always as identity primary key,
  subscription_id bigint not null references push_subscriptions on delete cascade,
  event_id bigint not null references events on delete cascade,
  incident_id bigint,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'muted', 'superseded')),
  reason text,
  attempts int not null default 0,
  -- In a storm it waits to be told together with others; how many events its notification tells.
  gathered boolean not null default false,
  tells int not null default 1,
  next_attempt_at timestamptz,
  leased_until timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  unique (event_id, subscription_id)
);
create index push_deliveries_incident on push_deliveries (subscription_id, incident_id, event_id);
create index push_deliveries_told on push_deliveries (subscription_id, finished_at) where status = 'delivered';
create index push_deliveries_due on push_deliveries (next_attempt_at) where status = 'pending';
create index push_deliveries_old on push_deliveries (created_at);
