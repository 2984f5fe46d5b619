-- How a drill goes: what the runners saw of a name that can't exist, and what the rules made of it. Gone with the drill.
create table drills (
  id uuid primary key,
  project_id bigint not null references projects (id) on delete cascade,
  monitor_id bigint not null,
  monitor_name text not null,
  started_at timestamptz not null,
  state text not null default 'checking' check (state in ('checking', 'failed', 'down', 'recovered')),
  reason text,
  checks jsonb not null default '[]'
);
create index drills_project on drills (project_id, started_at);
