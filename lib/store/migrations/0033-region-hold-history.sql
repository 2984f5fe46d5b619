-- Every hold of a region, not only the newest: a replay of stored results leaves out what did not count at the time.
create table region_hold_history (
  region text not null,
  since timestamptz not null,
  kind text not null check (kind in ('gated', 'quarantined')),
  reason text not null,
  released_at timestamptz,
  primary key (region, since)
);
insert into region_hold_history (region, since, kind, reason, released_at)
  select region, since, kind, reason, released_at from region_quarantines;
