-- Releases of a project's services, drawn as marks in charts.
create table deployments (
  project_id bigint not null references projects on delete cascade,
  id bigint generated always as identity,
  name text not null,
  version text,
  url text,
  deployed_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (project_id, id)
);
create index deployments_project_time on deployments (project_id, deployed_at);
create index deployments_age on deployments (deployed_at);
