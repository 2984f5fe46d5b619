-- A deleted project is invisible, and stays only until everyone who was notified of its open incidents is notified of their end.
alter table projects add column deleted_at timestamptz;
create index projects_deleted on projects (deleted_at) where deleted_at is not null;
-- Its slug is free again at once.
alter table projects drop constraint projects_organization_id_slug_key;
create unique index projects_slug on projects (organization_id, slug) where deleted_at is null;

alter table incidents drop constraint incidents_ended_by_check;
alter table incidents add constraint incidents_ended_by_check
  check (ended_by in ('monitor_deleted', 'project_deleted', 'region_removed', 'still_down', 'unobserved'));
