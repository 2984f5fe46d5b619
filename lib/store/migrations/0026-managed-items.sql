-- What `cli apply` keeps from a file: the file's key for an item stays its name when the item is renamed.
create table managed_items (
  project_id bigint not null references projects (id) on delete cascade,
  kind text not null check (kind in ('monitors', 'alert_rules', 'status_pages')),
  key text not null check (length(key) between 1 and 100),
  item_id bigint not null,
  primary key (project_id, kind, key),
  unique (project_id, kind, item_id)
);
