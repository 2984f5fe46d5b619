-- The zone whose calendar and clock a public page shows.
alter table status_pages add column time_zone text not null default 'UTC';
