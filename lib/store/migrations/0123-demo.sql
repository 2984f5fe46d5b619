-- A demo project never notifies anyone (it is muted too), and its monitors have simulated results instead of checks.
alter table projects add column is_demo boolean not null default false;
alter table monitors add column simulation text;
