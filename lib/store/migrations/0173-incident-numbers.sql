-- Incident numbers have a row of their own, so that opening an incident neither changes nor locks the project's, which a database that
-- shards by project keeps on every node.
create table incident_numbers (
  project_id bigint primary key references projects on delete cascade,
  last_number bigint not null
);
insert into incident_numbers (project_id, last_number) select id, last_incident_number from projects where last_incident_number > 0;
alter table projects drop column last_incident_number;
