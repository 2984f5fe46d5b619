-- Which starts of a runner's program were heard of, the newest first: one that returns after another runs beside it, with the same token.
alter table runners
  add column instances text[] not null default '{}',
  add column doubled_since timestamptz,
  add column doubled_at timestamptz;
