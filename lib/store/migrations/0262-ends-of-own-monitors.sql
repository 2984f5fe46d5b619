-- Whether the delivery ends the incident for its integration alone: a monitor recovered, and none of those that its alert rules cover is still down.
alter table deliveries add column closes boolean not null default false;
