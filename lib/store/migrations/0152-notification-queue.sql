-- Events and deliveries are their own queue. An event that a server works on, or that waits for current checks, is left alone until then.
alter table events add column fan_out_after timestamptz;

-- Each integration's deliveries in the order in which they are due.
drop index deliveries_due;
create index deliveries_due on deliveries (integration_id, next_attempt_at, id) where status = 'pending' and next_attempt_at is not null;

-- A delivery changes three times within a second. With room on its page, the first two leave all indexes as they are.
alter table deliveries set (fillfactor = 70);
