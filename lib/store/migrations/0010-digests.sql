-- In a storm one message tells many events: its delivery leads, the others point to it and end with it.
alter table deliveries add column is_digest boolean not null default false;
alter table deliveries add column digest_id bigint references deliveries on delete set null;
create index deliveries_digest on deliveries (digest_id) where digest_id is not null;
create index deliveries_open_digest on deliveries (integration_id) where is_digest and status = 'pending';
create index deliveries_told on deliveries (integration_id, finished_at) where status = 'delivered';
create index deliveries_due on deliveries (next_attempt_at) where status = 'pending';
create index events_unfanned on events (created_at) where fanned_out_at is null;
