-- The rows that a page was last rendered from, packed, beside its home page: what hasn't been rendered yet can be while the
-- database is away. Visitors never get it.
alter table page_snapshots add column source bytea;
