-- A rule from which windows are created, 30 days ahead. Each window is a row of its own and can change on its own.
create table maintenance_recurrences (
  id bigint generated always as identity,
  project_id bigint not null references projects on delete cascade,
  rule text not null,
  time_zone text not null,
  first_start timestamptz not null,
  duration_seconds int not null check (duration_seconds > 0),
  title text not null,
  description text,
  monitoring_mode text not null check (monitoring_mode in ('pause', 'mute', 'normal')),
  monitors bigint[] not null,
  status_pages bigint[] not null default '{}',
  tags text[],
  -- Starts before this time became windows, or were left out because they were over.
  planned_until timestamptz not null,
  -- No start at or after this time; null while it goes on.
  ended_before timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id, project_id)
);
create index maintenance_recurrences_project on maintenance_recurrences (project_id, id);
create index maintenance_recurrences_due on maintenance_recurrences (planned_until) where ended_before is null;

create table maintenance_windows (
  id bigint generated always as identity,
  project_id bigint not null references projects on delete cascade,
  title text not null,
  description text,
  monitoring_mode text not null default 'normal' check (monitoring_mode in ('pause', 'mute', 'normal')),
  state text not null default 'scheduled' check (state in ('scheduled', 'in_progress', 'completed', 'cancelled')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status_pages bigint[] not null default '{}',
  tags text[],
  recurrence text,
  time_zone text,
  recurrence_id bigint,
  -- When the rule had it start. Differs from starts_at once a person moved it.
  recurs_at timestamptz,
  -- When subscribers are reminded next, set with the dates. Null: not again.
  next_reminder_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id, project_id)
);
create index maintenance_windows_project on maintenance_windows (project_id, id desc);
create index maintenance_windows_due on maintenance_windows (starts_at, ends_at) where state in ('scheduled', 'in_progress');
create index maintenance_windows_reminders on maintenance_windows (next_reminder_at) where state = 'scheduled' and next_reminder_at is not null;
create unique index maintenance_windows_recurrence on maintenance_windows (recurrence_id, recurs_at, project_id);

create table maintenance_window_monitors (
  maintenance_window_id bigint not null,
  monitor_id bigint not null,
  position int not null default 0,
  project_id bigint not null,
  primary key (maintenance_window_id, monitor_id, project_id),
  foreign key (maintenance_window_id, project_id) references maintenance_windows (id, project_id) on delete cascade,
  foreign key (monitor_id, project_id) references monitors (id, project_id) on delete cascade
);
create index maintenance_window_monitors_monitor on maintenance_window_monitors (monitor_id);
