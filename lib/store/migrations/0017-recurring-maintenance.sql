-- A rule that windows are made from, 30 days ahead. Each window is its own row and can change on its own.
create table maintenance_recurrences (
  id bigint generated always as identity primary key,
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
  -- Starts before this moment were made into windows, or left out because they were over.
  planned_until timestamptz not null,
  -- No start at or after this moment; null while it goes on.
  ended_before timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index maintenance_recurrences_project on maintenance_recurrences (project_id, id);
create index maintenance_recurrences_due on maintenance_recurrences (planned_until) where ended_before is null;

alter table maintenance_windows
  add column recurrence text,
  add column time_zone text,
  add column recurrence_id bigint references maintenance_recurrences on delete set null,
  -- When the rule had it start; differs from starts_at once somebody moved it.
  add column recurs_at timestamptz;
create unique index maintenance_windows_recurrence on maintenance_windows (recurrence_id, recurs_at);
