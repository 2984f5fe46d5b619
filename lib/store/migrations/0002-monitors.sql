-- Versions are taken under an advisory transaction lock, so that they commit in order and a delta can't miss one.
create sequence config_versions;

create table monitors (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  name text not null,
  protocol text not null check (protocol in ('http', 'tcp', 'icmp')),
  request jsonb not null,
  regions text[] not null,
  interval_seconds int not null,
  timeout_ms int not null,
  success_assertions jsonb not null default '[]',
  incident_confirmations int not null,
  recovery_confirmations int not null,
  region_threshold int not null,
  tags text[],
  paused boolean not null default false,
  held_by_window boolean not null default false,
  config_version bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index monitors_project on monitors (project_id, id desc);
create index monitors_config_version on monitors (config_version);
create index monitors_tags on monitors using gin (tags);

create table monitor_tombstones (
  monitor_id bigint primary key,
  config_version bigint not null,
  deleted_at timestamptz not null default now()
);
create index monitor_tombstones_version on monitor_tombstones (config_version);

-- The latest state, one row a monitor: lists and the overview read this, never raw results.
create table monitor_states (
  monitor_id bigint primary key references monitors on delete cascade,
  project_id bigint not null,
  status text not null default 'fetching' check (status in ('fetching', 'online', 'offline', 'partial', 'paused')),
  status_since timestamptz not null default now(),
  status_reason text,
  last_checked_at timestamptz,
  recent_response_times int[] not null default '{}',
  data_missing boolean not null default false
) with (fillfactor = 70);
create index monitor_states_project on monitor_states (project_id, status);

create table region_states (
  monitor_id bigint not null references monitors on delete cascade,
  region text not null,
  project_id bigint not null,
  verdict text not null default 'unknown' check (verdict in ('unknown', 'healthy', 'failing')),
  failures int not null default 0,
  successes int not null default 0,
  failing_since timestamptz,
  healthy_since timestamptz,
  last_slot timestamptz,
  last_checked_at timestamptz,
  last_outcome text check (last_outcome in ('up', 'down', 'inconclusive')),
  last_error jsonb,
  response_time int,
  silent boolean not null default false,
  primary key (monitor_id, region)
) with (fillfactor = 70);

-- Paused or held time: not observed, not counted.
create table monitor_pauses (
  id bigint generated always as identity primary key,
  monitor_id bigint not null references monitors on delete cascade,
  project_id bigint not null,
  cause text not null check (cause in ('manual', 'maintenance')),
  started_at timestamptz not null,
  ended_at timestamptz
);
create index monitor_pauses_monitor on monitor_pauses (monitor_id, started_at);

-- Raw results: daily partitions, dropped whole. Outcome: 0 up, 1 down, 2 inconclusive, 3 missed. Times in microseconds.
create table results (
  project_id bigint not null,
  monitor_id bigint not null,
  scheduled_at timestamptz not null,
  started_at timestamptz not null,
  region text not null,
  outcome smallint not null,
  status_code smallint,
  total_us int,
  dns_us int,
  connect_us int,
  tls_us int,
  first_byte_us int,
  transfer_us int,
  error_code text,
  detail jsonb,
  primary key (monitor_id, region, scheduled_at)
) partition by range (scheduled_at);

create table rollups_hourly (
  project_id bigint not null,
  monitor_id bigint not null,
  region text not null,
  hour timestamptz not null,
  up int not null,
  down int not null,
  inconclusive int not null,
  missed int not null,
  sum_us bigint not null,
  min_us int, max_us int, p50_us int, p75_us int, p95_us int, p99_us int,
  primary key (monitor_id, region, hour)
);
create table rollups_daily (
  project_id bigint not null,
  monitor_id bigint not null,
  region text not null,
  day date not null,
  up int not null,
  down int not null,
  inconclusive int not null,
  missed int not null,
  sum_us bigint not null,
  min_us int, max_us int, p50_us int, p75_us int, p95_us int, p99_us int,
  primary key (monitor_id, region, day)
);
