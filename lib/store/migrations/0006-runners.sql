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
  created_at timestamptz not null default now()
);

-- Checks asked for by a person: one row a region, handed to a runner, streamed back phase by phase. Kept an hour.
create table probe_requests (
  id uuid primary key default gen_random_uuid(),
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
