-- Metrics read the figures of each region's latest check with its state, instead of looking up 10,000 results in their partitions.
alter table region_states add column last_total_us int, add column last_status_code smallint;
