-- Finds some of a region's monitors without reading the others, for comparing regions (REGION_PARTS).
create index region_states_parts on region_states (region, (monitor_id % 1024));
