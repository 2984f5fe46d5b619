-- When a heartbeat monitor's next signal is due, and by which token it is found. Changed by signals and deadlines, under the lock of its
-- monitor.
create table heartbeats (
  monitor_id bigint not null,
  project_id bigint not null,
  -- SHA-256 of the request's token, which is stored encrypted. Null for groups, whose members decide.
  token_hash bytea,
  slug text,
  -- How many signals were processed.
  signals bigint not null default 0,
  last_signal_at timestamptz,
  -- Time of the newest result, which the next one must exceed.
  last_result_at timestamptz,
  -- Since when the next signal has been awaited. Null before the first one, when nothing is due.
  awaited_since timestamptz,
  last_address text,
  -- Runs that started and haven't ended: [{"id", "at"}], "at" in epoch milliseconds.
  runs jsonb not null default '[]',
  -- When the clock must evaluate it.
  due_at timestamptz,
  primary key (monitor_id, project_id),
  foreign key (monitor_id, project_id) references monitors (id, project_id) on delete cascade
) with (fillfactor = 70);
create index heartbeats_token on heartbeats (token_hash);
create index heartbeats_groups on heartbeats (project_id) where token_hash is null;
create index heartbeats_slug on heartbeats (project_id, slug) where slug is not null;
create index heartbeats_due on heartbeats (due_at) where due_at is not null;

-- The last signals of each heartbeat monitor, with what they sent.
create table heartbeat_signals (
  project_id bigint not null,
  monitor_id bigint not null,
  -- Chosen by the server that received it, so that storing it again changes nothing.
  id uuid not null,
  -- Counts the monitor's signals. Null until it was processed.
  number bigint,
  kind text not null check (kind in ('success', 'start', 'fail', 'log', 'acknowledge')),
  run_id text,
  exit_status smallint,
  -- What a client reports in its URL.
  message text,
  received_at timestamptz not null,
  -- How long the run took, as measured from its start signal or reported.
  run_ms bigint,
  method text not null,
  user_agent text,
  remote_address text,
  body bytea,
  -- The size of the body as sent, of which only the first part is kept.
  body_bytes int not null default 0,
  primary key (project_id, monitor_id, id),
  foreign key (monitor_id, project_id) references monitors (id, project_id) on delete cascade
);
create index heartbeat_signals_number on heartbeat_signals (project_id, monitor_id, number desc);
create index heartbeat_signals_waiting on heartbeat_signals (received_at) where number is null;

-- When the servers could last receive and store signals. Without a recent time, nothing is missed.
create table heartbeat_reception (
  id int primary key check (id = 1),
  seen_at timestamptz not null
);

-- Times in which no server could receive signals.
create table heartbeat_gaps (
  started_at timestamptz primary key,
  ended_at timestamptz not null
);

-- The part of ping URLs that names the project.
create table ping_keys (
  project_id bigint primary key references projects on delete cascade,
  key_hash bytea not null,
  -- Encrypted.
  key bytea not null
);
create index ping_keys_hash on ping_keys (key_hash);
