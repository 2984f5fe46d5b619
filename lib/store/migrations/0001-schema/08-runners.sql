create table runners (
  id bigint generated always as identity primary key,
  name text not null,
  region text,
  kind text not null check (kind in ('local', 'remote')),
  token_hash bytea not null unique,
  last_seen_at timestamptz,
  version text,
  capabilities jsonb not null default '{}',
  report jsonb not null default '{}',
  revoked_at timestamptz,
  self_check_noticed_at timestamptz,
  -- Starts of the runner's program, newest first. One that returns after another runs beside it, with the same token.
  instances text[] not null default '{}',
  -- When the newest start first reported.
  started_at timestamptz,
  doubled_since timestamptz,
  doubled_at timestamptz,
  -- When it was first found silent, and when owners were alerted, once per silence.
  silence_noted_at timestamptz,
  silence_noticed_at timestamptz,
  -- When it counted as alive: it alone may report what it was to check then, however late its results arrive.
  presence tstzmultirange not null default '{}',
  -- The region of a built-in runner, as set in Settings. RUNNER_REGION at its last start, in location_variable, wins.
  location text,
  location_variable text,
  created_at timestamptz not null default now()
);

-- Checks that a person asked for: one row per region, given to a runner, streamed back phase by phase, kept for an
-- hour.
create table probe_requests (
  id uuid default gen_random_uuid() primary key,
  project_id bigint not null references projects on delete cascade,
  region text not null,
  config jsonb not null,
  taken_by bigint,
  taken_at timestamptz,
  phases jsonb not null default '[]',
  result jsonb,
  created_at timestamptz not null default now()
);
create index probe_requests_waiting on probe_requests (region, created_at) where taken_at is null;
create index probe_requests_age on probe_requests (created_at);
create index probe_requests_project on probe_requests (project_id);

-- A region whose failures nobody else sees creates no incident until it agrees again, or for at most a minute while the
-- others check. One row per region; the newest quarantine stays after its end, so that the same failures don't start
-- another.
create table region_quarantines (
  region text primary key,
  kind text not null check (kind in ('gated', 'quarantined')),
  since timestamptz not null,
  reason text not null,
  released_at timestamptz,
  noticed_since timestamptz,
  check (released_at >= since)
);

-- Every quarantine, so that a replay of stored results leaves out what didn't count at the time.
create table quarantine_history (
  region text not null,
  since timestamptz not null,
  kind text not null check (kind in ('gated', 'quarantined')),
  reason text not null,
  released_at timestamptz,
  primary key (region, since)
);
create index quarantine_history_age on quarantine_history (since) where released_at is not null;
