-- A provider that asks to wait (429) is left alone as a whole: until then, by the database's clock, nothing goes to it.
-- After it what waited goes out one by one; then it is null again.
alter table integrations add column hold_until timestamptz;
-- Holds since the last message that got through: each makes the next longer.
alter table integrations add column hold_count int not null default 0;
