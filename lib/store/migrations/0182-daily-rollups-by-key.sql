-- Days are stored in the order in which they were written, so the 90 days of a monitor are in 90 places. Reports of chosen monitors read
-- what they add up from the key alone, where the days of a monitor are neighbors.
alter table rollups_daily
  drop constraint rollups_daily_pkey,
  add constraint rollups_daily_pkey primary key (monitor_id, region, day, project_id) include (up, down, p50_us, p95_us, p99_us);
