-- Which parts of this installation had a problem in a minute. No row: no server was running.
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
