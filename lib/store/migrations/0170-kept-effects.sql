-- Whether the first request's transaction committed. Its server may have stopped before it kept the response.
alter table idempotency_keys add column took_effect boolean not null default false;
