-- Why an incident ended although nothing recovered; null for recoveries and open incidents.
alter table incidents add column ended_by text check (ended_by in ('monitor_deleted', 'region_removed', 'still_down'));
-- When the outage began that an incident continues, because a person had resolved its earlier incident; null for all others.
alter table incidents add column outage_at timestamptz;
-- The incident that it continues. It may have been deleted since.
alter table incidents add column continues_id bigint;
