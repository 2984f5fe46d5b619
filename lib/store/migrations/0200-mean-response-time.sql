-- Sorting a list by response time took ten elements out of each monitor's array.
alter table monitor_states add column mean_response_time float8 generated always as (
  (coalesce(recent_response_times[1], 0) + coalesce(recent_response_times[2], 0) + coalesce(recent_response_times[3], 0)
    + coalesce(recent_response_times[4], 0) + coalesce(recent_response_times[5], 0) + coalesce(recent_response_times[6], 0)
    + coalesce(recent_response_times[7], 0) + coalesce(recent_response_times[8], 0) + coalesce(recent_response_times[9], 0)
    + coalesce(recent_response_times[10], 0))
  / nullif(cardinality(recent_response_times), 0)::float8) stored;
