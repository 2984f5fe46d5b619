import { sql } from "kysely";
import type { LateStart, LateState } from "@/lib/domain/alerting/late-start";
import { readPrepared } from "@/lib/store/core/connection/statements";
import { among, type Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";

interface Row {
  event_id: number;
  id: number;
  state: LateState;
  goes_on: boolean;
  failed_at: Date | null;
  interval_seconds: number | null;
  created_at: Date;
}

/** The start that an event belongs to: the opening, or for a monitor that recovered alone, the event with which it joined. */
const startOf = (which: string) => `(select s.id from events s
      where s.project_id = any ($2::bigint[]) and s.project_id = e.project_id and s.incident_id = e.incident_id and s.test_incident_id is null and ${which}
      order by s.id desc limit 1)`;

/** The rows of the incident's open monitors; an opening concerns all of them, a joining only its own. */
const openMonitors = (which: string, also = "") =>
  `from open_monitor_incidents o${also} where o.project_id = any ($2::bigint[]) and o.project_id = e.project_id and o.incident_id = s.incident_id${which}`;
const STATES =
  " join region_states r on r.project_id = any ($2::bigint[]) and r.project_id = o.project_id and r.monitor_id = o.monitor_id and r.health = 'failing'";
const OWN = " and o.monitor_id = s.monitor_id";

const SELECT = `
  select e.id as event_id, s.id, s.entities ->> 'late' as state, s.created_at, m.interval_seconds,
    case when s.key = 'uptime.incident.created' then exists (select 1 ${openMonitors("")}) else exists (select 1 ${openMonitors(OWN)}) end as goes_on,
    case when s.key = 'uptime.incident.created' then (select max(r.last_slot) ${openMonitors("", STATES)})
      else (select max(r.last_slot) ${openMonitors(OWN, STATES)}) end as failed_at
  from (
    select e.id, e.project_id, case
      when e.key in ('uptime.incident.created', 'uptime.incident.propagated') then e.id
      when e.key = 'uptime.incident.recovered' then ${startOf("s.key = 'uptime.incident.created'")}
      when e.key = 'uptime.incident.partially_recovered' then ${startOf("s.key in ('uptime.incident.created', 'uptime.incident.propagated') and s.monitor_id = e.monitor_id and s.id < e.id")}
      end as start_id
    from events e where e.id = any ($1::bigint[]) and e.project_id = any ($2::bigint[]) and e.test_incident_id is null) e
  join events s on s.project_id = any ($2::bigint[]) and s.project_id = e.project_id and s.id = e.start_id and s.entities ? 'late'
  left join monitors m on m.project_id = any ($2::bigint[]) and m.project_id = e.project_id and m.id = s.monitor_id`;

/**
 * Returns by event what is known about incidents whose start was detected late, and nothing for those detected on time.
 */
export async function selectLateStarts(
  projects: Projects,
  eventIds: readonly number[],
): Promise<Map<number, LateStart>> {
  const rows = await readPrepared<Row>(SELECT, [eventIds, projects]);
  return new Map(
    rows.flatMap((row) => {
      const news = {
        state: row.state,
        isStart: row.id === row.event_id,
        goesOn: row.goes_on,
        failedAt: row.failed_at?.getTime() ?? null,
        intervalSeconds: row.interval_seconds ?? 0,
        learnedAt: row.created_at.getTime(),
      };
      return [[row.event_id, news] as const];
    }),
  );
}

/** Records what happened to starts that were detected late. */
export async function markLateStarts(
  trx: Tx,
  projects: Projects,
  eventIds: readonly number[],
  state: LateState,
): Promise<void> {
  if (eventIds.length === 0) return;
  await sql`update events set entities = entities || jsonb_build_object('late', ${state}::text)
    where ${among("project_id", projects)} and id = any (${eventIds}::bigint[])`.execute(trx);
}
