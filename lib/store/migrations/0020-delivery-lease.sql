-- Who sends a delivery holds it until then, by the database's clock: clocks of servers may be wrong.
alter table deliveries add column leased_until timestamptz;
