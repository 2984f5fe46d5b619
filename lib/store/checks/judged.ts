/** An incident of the monitor with state `s` counts as downtime. */
const HAS_DOWNTIME = `exists (select 1 from incident_monitors jm join incidents j on j.id = jm.incident_id
  where jm.project_id = $1 and j.project_id = $1 and jm.monitor_id = s.monitor_id and j.withdrawn_at is null and not j.exclude_from_downtime)`;

/**
 * Whether the state of the monitor with state `s`, of project `$1`, was ever known: from a conclusive check, up or down, or from an incident that counts
 * as downtime. Otherwise, availability is null however many checks were inconclusive. A status other than `fetching` and `paused`
 * comes from a judged region. A region added later isn't judged yet, so earlier hours count.
 */
export const JUDGED = `(s.status in ('online', 'offline', 'partial')
  or (s.last_checked_at is not null and not (
    coalesce((select bool_and(r.health = 'unknown') from region_states r where r.project_id = $1 and r.monitor_id = s.monitor_id), false)
    and not exists (select 1 from rollups_hourly h where h.project_id = $1 and h.monitor_id = s.monitor_id and h.up + h.down > 0)))
  or ${HAS_DOWNTIME})`;
