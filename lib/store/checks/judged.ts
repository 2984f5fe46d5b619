/**
 * Whether any check of the monitor with state `s` was conclusive, up or down. Without one, availability is null however many
 * checks were inconclusive. A status other than `fetching` and `paused` comes from a verdict. A region added later has no verdict yet, so earlier hours count.
 */
export const JUDGED = `(s.status in ('online', 'offline', 'partial') or (s.last_checked_at is not null and not (
  coalesce((select bool_and(r.verdict = 'unknown') from region_states r where r.monitor_id = s.monitor_id), false)
  and not exists (select from rollups_hourly h where h.monitor_id = s.monitor_id and h.up + h.down > 0))))`;
