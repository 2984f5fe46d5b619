-- The secret that signs links and proves domains, encrypted with APP_SECRET, once APP_SECRET was rotated.
alter table app_secret add column signing_secret bytea;
