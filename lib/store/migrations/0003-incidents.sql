create table incidents (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  number bigint not null,
  slug text not null,
  type text not null check (type in ('monitor', 'manual')),
  title text not null,
  description text,
  impact text not null,
  state text not null default 'unknown',
  status text not null default 'ongoing' check (status in ('ongoing', 'recovering', 'recovered')),
  exclude_from_downtime boolean not null default false,
  incident_at timestamptz not null,
  recovery_at timestamptz,
  tags text[],
  problem jsonb,
  acknowledged_at timestamptz,
  acknowledged_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, number),
  unique (project_id, slug)
);
create index incidents_project on incidents (project_id, id desc);
create index incidents_open on incidents (project_id) where status <> 'recovered';
create index incidents_span on incidents (project_id, incident_at, recovery_at);

create table incident_monitors (
  incident_id bigint not null references incidents on delete cascade,
  monitor_id bigint not null references monitors on delete cascade,
  project_id bigint not null,
  position int not null default 0,
  failing_since timestamptz,
  recovered_at timestamptz,
  primary key (incident_id, monitor_id)
);
create index incident_monitors_monitor on incident_monitors (monitor_id, incident_id);

-- At most one open engine-made incident a monitor: enforced, not hoped for.
create table open_monitor_incidents (
  monitor_id bigint primary key references monitors on delete cascade,
  incident_id bigint not null references incidents on delete cascade
);
create index open_monitor_incidents_incident on open_monitor_incidents (incident_id);

create table incident_updates (
  id bigint generated always as identity primary key,
  incident_id bigint not null references incidents on delete cascade,
  project_id bigint not null,
  state text not null,
  content text not null,
  published_at timestamptz not null,
  announced_at timestamptz,
  creator_type text not null check (creator_type in ('user', 'api_key')),
  creator_id bigint not null,
  creator_label text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index incident_updates_incident on incident_updates (incident_id, id desc);

-- Why each decision was taken, in words and in numbers.
create table incident_timeline (
  id bigint generated always as identity primary key,
  incident_id bigint not null references incidents on delete cascade,
  project_id bigint not null,
  kind text not null,
  reason text not null,
  detail jsonb,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index incident_timeline_incident on incident_timeline (incident_id, id);
