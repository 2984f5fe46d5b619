-- When a person last looked at a project, and since when they had been away before that; null once they dismissed it.
create table visits (
  user_id bigint not null references users on delete cascade,
  project_id bigint not null references projects on delete cascade,
  seen_at timestamptz not null,
  away_since timestamptz,
  primary key (user_id, project_id)
);
