-- A region whose failures nobody else sees: what it alone sees opens no incident until it agrees again (F33), or for at most a
-- minute while the others look (F17). One row per region; the newest hold stays after its end, so that a gate is not shut twice.
create table region_quarantines (
  region text primary key,
  kind text not null check (kind in ('gated', 'quarantined')),
  since timestamptz not null,
  reason text not null,
  released_at timestamptz,
  check (released_at >= since)
);
