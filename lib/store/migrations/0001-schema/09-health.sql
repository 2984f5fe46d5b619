-- Parts of this installation that had a problem in a minute. No row: no server was running.
create table health_minutes (
  minute timestamptz primary key,
  failing text[] not null
);

-- Parts that the operators were alerted about. A row goes when the part has recovered and they know.
create table health_alerts (
  part text primary key,
  since timestamptz not null,
  failing_at timestamptz not null
);

-- How far each step of the hourly job is, by its own measure, and since when it has been failing and why.
create table maintenance_steps (
  name text primary key,
  progress bigint,
  misses int not null default 0,
  failing_since timestamptz,
  failed_at timestamptz,
  reason text
);

-- Processes that run jobs. Their locks are freed when they give no sign of life. A worker judges others only after it has been alive
-- for as long itself: after an outage of the database, all of them seem silent.
create table job_workers (
  id text primary key,
  alive_since timestamptz not null,
  seen_at timestamptz not null
);
