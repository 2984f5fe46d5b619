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
