/** Start of the first incident of the monitor with row `m` of project `$1`, which may be before its creation; null without one. */
export const FIRST_INCIDENT = `(select min(greatest(fi.incident_at, fim.failing_since))
  from incident_monitors fim join incidents fi on fi.id = fim.incident_id
  where fim.project_id = $1 and fi.project_id = $1 and fim.monitor_id = m.id and fi.withdrawn_at is null)`;

/**
 * When an incident affected a monitor, as `span.start` and `span.finish` (null while it does); `im` and `i` are its row in
 * incident_monitors and its incident, all of project `$1`. Withdrawn incidents have no row. In an automatic incident of several monitors, each
 * counts only while it was failing itself. Other monitors are looked up only where that makes a difference. `offset 0` keeps the
 * planner from running the query twice per row.
 */
export const INCIDENT_SPAN = `
  cross join lateral (select i.type = 'monitor'
    and (im.failing_since > i.incident_at or im.recovered_at < coalesce(i.recovery_at, 'infinity')) and exists (select 1 from incident_monitors x
    where x.project_id = $1 and x.incident_id = i.id and x.monitor_id <> im.monitor_id) as shared
    where i.withdrawn_at is null offset 0) joined
  cross join lateral (select
    case when joined.shared then greatest(i.incident_at, im.failing_since) else i.incident_at end as start,
    case when joined.shared then least(im.recovered_at, i.recovery_at) else i.recovery_at end as finish) span`;
