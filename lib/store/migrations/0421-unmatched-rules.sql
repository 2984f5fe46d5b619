-- For the start of an incident that no alert rule matched: how many rules were for it, and how many each limit kept out. The rules may
-- change afterward, so it is stored when they are matched.
alter table events add column unmatched_rules jsonb;
