-- Which APP_SECRET the stored secrets are encrypted with, as a digest: a start with another one is refused.
create table app_secret (
  id int primary key check (id = 1),
  digest text not null
);
