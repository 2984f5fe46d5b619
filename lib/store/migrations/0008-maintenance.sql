create table maintenance_windows (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  title text not null,
  description text,
  monitoring_mode text not null default 'normal' check (monitoring_mode in ('pause', 'mute', 'normal')),
  state text not null default 'scheduled' check (state in ('scheduled', 'in_progress', 'completed', 'cancelled')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status_pages bigint[] not null default '{}',
  tags text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index maintenance_windows_project on maintenance_windows (project_id, id desc);
create index maintenance_windows_due on maintenance_windows (starts_at, ends_at) where state in ('scheduled', 'in_progress');

create table maintenance_window_monitors (
  maintenance_window_id bigint not null references maintenance_windows on delete cascade,
  monitor_id bigint not null references monitors on delete cascade,
  position int not null default 0,
  primary key (maintenance_window_id, monitor_id)
);
create index maintenance_window_monitors_monitor on maintenance_window_monitors (monitor_id);
