-- Apart from the project, so that creating an incident neither changes nor locks the project's row, which a database
-- that shards by project keeps on every node.
create table incident_numbers (
  project_id bigint primary key references projects on delete cascade,
  last_number bigint not null
);

create table incidents (
  id bigint generated always as identity,
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
  -- The user who works on it; null without anyone, and for API keys.
  assignee_id bigint,
  up_since timestamptz,
  stable_at timestamptz,
  -- A person chose the title, so that monitors that join don't change it.
  title_by_hand boolean not null default false,
  -- A person set its start or its end: late results never move it.
  times_by_hand boolean not null default false,
  -- Late results showed that there was no such incident, or that it belongs to another one. It stays readable and
  -- counts nowhere.
  withdrawn_at timestamptz,
  -- The title on status pages. Null: a neutral title for automatic incidents, the title for manual ones.
  public_title text,
  -- Markdown for visitors, on the incident's page.
  post_mortem text,
  post_mortem_published_at timestamptz,
  -- The incident's monitors that were deleted. Without them, an incident whose monitors are all deleted looks like one
  -- that concerns every page.
  deleted_monitors bigint[] not null default '{}',
  -- Why an incident ended although nothing recovered; null for recoveries and open incidents.
  ended_by text check (ended_by in ('monitor_deleted', 'project_deleted', 'region_removed', 'still_down', 'unobserved')),
  -- When the outage began that this incident continues, because a person had resolved the earlier incident; null for
  -- all others.
  outage_at timestamptz,
  -- The incident that this one continues. It may have been deleted since.
  continues_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id, project_id),
  unique (project_id, number),
  unique (project_id, slug)
);
create index incidents_project on incidents (project_id, id desc);
create index incidents_open on incidents (project_id) where status <> 'recovered';
create index incidents_span on incidents (project_id, incident_at, recovery_at);
-- Few incidents have tags.
create index incidents_tag_lists on incidents (project_id, tags) where tags <> '{}';
create index incidents_waiting on incidents (stable_at) where stable_at is not null and status <> 'recovered';
-- Reports read what overlaps a recent range, never the whole history.
create index incidents_recovery on incidents (project_id, recovery_at);

create table incident_monitors (
  incident_id bigint not null,
  monitor_id bigint not null,
  project_id bigint not null,
  position int not null default 0,
  failing_since timestamptz,
  recovered_at timestamptz,
  -- Intervals in which the monitor was observed up during the incident: [{"from", "to"}] in epoch milliseconds, "to"
  -- null while it lasts. They aren't downtime.
  observed_up jsonb not null default '[]',
  primary key (incident_id, monitor_id, project_id),
  foreign key (incident_id, project_id) references incidents (id, project_id) on delete cascade,
  foreign key (monitor_id, project_id) references monitors (id, project_id) on delete cascade
);
create index incident_monitors_monitor on incident_monitors (monitor_id, incident_id);

-- A monitor has at most one open automatic incident.
create table open_monitor_incidents (
  monitor_id bigint not null,
  incident_id bigint not null,
  project_id bigint not null,
  primary key (monitor_id, project_id),
  foreign key (incident_id, project_id) references incidents (id, project_id) on delete cascade,
  foreign key (monitor_id, project_id) references monitors (id, project_id) on delete cascade
);
create index open_monitor_incidents_incident on open_monitor_incidents (incident_id);

create table incident_updates (
  id bigint generated always as identity,
  project_id bigint not null,
  incident_id bigint not null,
  state text not null,
  content text not null,
  published_at timestamptz not null,
  announced_at timestamptz,
  creator_type text not null check (creator_type in ('user', 'api_key')),
  creator_id bigint not null,
  creator_label text not null,
  -- When the update promised the next one.
  next_update_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id, project_id),
  foreign key (incident_id, project_id) references incidents (id, project_id) on delete cascade
);
create index incident_updates_incident on incident_updates (incident_id, id desc);
-- Updates whose time is still to come: never announced, or announced and then moved into the future.
create index incident_updates_due on incident_updates (published_at) where announced_at is null or (announced_at < published_at);

-- Why each decision was made, in words and in numbers.
create table incident_timeline (
  id bigint generated always as identity,
  project_id bigint not null,
  incident_id bigint not null,
  kind text not null,
  reason text not null,
  detail jsonb,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (id, project_id),
  foreign key (incident_id, project_id) references incidents (id, project_id) on delete cascade
);
create index incident_timeline_incident on incident_timeline (incident_id, id);
create index incident_timeline_opened on incident_timeline (incident_id, id) where kind = 'opened';
create index incident_timeline_traces on incident_timeline (created_at) where detail ? 'exchanges';

-- Private notes on an incident.
create table incident_comments (
  id bigint generated always as identity,
  project_id bigint not null,
  incident_id bigint not null,
  content text not null,
  creator_type text not null check (creator_type in ('user', 'api_key')),
  creator_id bigint not null,
  creator_label text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id, project_id),
  foreign key (incident_id, project_id) references incidents (id, project_id) on delete cascade
);
create index incident_comments_incident on incident_comments (incident_id, id desc);

-- Texts that fill in incident forms. Nothing published refers to them.
create table incident_templates (
  id bigint generated always as identity,
  project_id bigint not null references projects on delete cascade,
  name text not null,
  title text,
  description text,
  impact text,
  tags text[],
  update_state text,
  update_content text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (project_id, id),
  check (title is not null or update_content is not null),
  check ((update_state is null) = (update_content is null))
);
create unique index incident_templates_name on incident_templates (project_id, lower(name));
