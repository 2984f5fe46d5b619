-- A drill's events look like an incident's and belong to none: no page, report or list sees them, and they are cleared away.
alter table events add column drill_id uuid;
create index events_drill on events (drill_id) where drill_id is not null;
-- Its deliveries use up no rule's minutes and count for no pausing.
alter table deliveries add column is_drill boolean not null default false;
