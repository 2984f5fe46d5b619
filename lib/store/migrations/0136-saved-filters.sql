-- A named set of filters of a list, for one person in one project. `query` is the query of the list's URL.
create table saved_filters (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  project_id bigint not null references projects on delete cascade,
  list text not null,
  name text not null,
  query text not null,
  created_at timestamptz not null default now(),
  unique (user_id, project_id, list, name)
);
