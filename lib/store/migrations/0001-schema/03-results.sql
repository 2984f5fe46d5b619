-- Raw results in daily partitions, dropped whole. Outcome: 0 up, 1 down, 2 inconclusive, 3 missed. Times in
-- microseconds.
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
  -- True for a result that was stored without being evaluated: the monitor was paused, or its configuration had
  -- changed.
  unevaluated boolean,
  primary key (monitor_id, region, scheduled_at, project_id)
) partition by range (scheduled_at);
-- Lists the failures of one monitor whose trace is kept, and finds old traces. Few results have one.
create index results_traces on results (monitor_id, region, scheduled_at) where detail ? 'trace';

-- Acknowledged results of projects whose node of a Citus cluster can't be reached. The coordinator keeps them until it can.
create table deferred_results (
  id bigint generated always as identity primary key,
  -- Shards wait separately. 0 if it wasn't known.
  shard bigint not null,
  results jsonb not null,
  created_at timestamptz not null default now()
);

-- Failed checks whose traces outlive the raw results of their day, for 30 days in all. Copied when a day is dropped, so
-- that nothing is written twice while results come in.
create table kept_failures (
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
  -- Rows of results are copied as they are.
  unevaluated boolean,
  primary key (monitor_id, region, scheduled_at, project_id)
);
create index kept_failures_age on kept_failures (scheduled_at);

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
  min_us int,
  max_us int,
  p50_us int,
  p75_us int,
  p95_us int,
  p99_us int,
  primary key (monitor_id, region, hour, project_id)
) partition by range (hour);

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
  min_us int,
  max_us int,
  p50_us int,
  p75_us int,
  p95_us int,
  p99_us int,
  primary key (monitor_id, region, day, project_id) include (up, down, p50_us, p95_us, p99_us)
);
