-- Texts that a project keeps ready for its incidents. They only fill in forms: nothing that is published points here.
create table incident_templates (
  project_id bigint not null references projects on delete cascade,
  id bigint generated always as identity,
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

-- Updates whose time is to come: never announced, or announced and then moved into the future.
create index incident_updates_due on incident_updates (published_at) where announced_at is null or announced_at < published_at;
