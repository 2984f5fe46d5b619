-- An alert that fails three times is told another way. Where to, in words: set once, in the transaction that records the attempt.
alter table deliveries add column handed_on text;
-- The delivery that could not be told, and what became of it: of the delivery that tells it instead.
alter table deliveries add column handed_from bigint references deliveries on delete set null;
alter table deliveries add column handed_note text;
create index deliveries_handed_from on deliveries (handed_from) where handed_from is not null;
-- The last way out: mail to the owners. One a project, made when it is needed first, nobody's to change.
alter table integrations add column is_fallback boolean not null default false;
create unique index integrations_fallback on integrations (project_id) where is_fallback;
