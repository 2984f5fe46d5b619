/**
 * Whether any check of the monitor with state `s` was ever an answer, up or down. Without one nothing was observed of it, however many
 * checks were inconclusive (api.md §3: availability is null then). A region that came new has no verdict yet: the hours before tell.
 */
export const JUDGED = `(s.last_checked_at is not null and not (
  coalesce((select bool_and(r.verdict = 'unknown') from region_states r where r.monitor_id = s.monitor_id), false)
  and not exists (select from rollups_hourly h where h.monitor_id = s.monitor_id and h.up + h.down > 0)))`;
