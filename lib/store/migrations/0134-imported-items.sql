-- Which item was imported from what, so that importing again finds it even after it was renamed.
create table imported_items (
  project_id bigint not null references projects (id) on delete cascade,
  source text not null check (length(source) between 1 and 50),
  kind text not null check (length(kind) between 1 and 50),
  ref text not null check (length(ref) between 1 and 500),
  item_id bigint not null,
  primary key (project_id, source, kind, ref)
);
-- The contract lists the kinds.
alter table managed_items drop constraint managed_items_kind_check;
