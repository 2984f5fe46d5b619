-- Which targets a project named within the last hour, saved or tried without saving (T05): checks must not be a port scanner.
create table target_trials (
  project_id bigint not null references projects (id) on delete cascade,
  host text not null,
  port int not null,
  tried_at timestamptz not null default now(),
  primary key (project_id, host, port)
);
create index target_trials_age on target_trials (tried_at);
