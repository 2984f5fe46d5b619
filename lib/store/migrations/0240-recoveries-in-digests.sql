-- Whether the digest that included the alert reported its incident as recovered. When it was sent doesn't tell: a recovery may be recorded later
-- than the time it has.
alter table deliveries add column covers_recovery boolean not null default false;
