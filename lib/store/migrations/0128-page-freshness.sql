-- Only home pages are stored now; what else a page has is made from their rows on request. A page whose rows say the same as at its
-- last rendering isn't rendered again: as_of tells until when they did, and checked_at is the time that the page shows.
-- Few clients accept only gzip, so a server compresses for them when the first one asks.
alter table page_snapshots
  alter column gzip drop not null,
  add column signature text,
  add column as_of timestamptz not null default now(),
  add column checked_at timestamptz;
update page_snapshots set as_of = sealed_at;
create index page_snapshots_as_of on page_snapshots (as_of);
