import { sql } from "kysely";
import type { LateStart, LateState } from "@/lib/domain/alerting/late-start";
import { readPrepared } from "@/lib/store/core/connection/statements";
import { among, type Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";

interface Row {
  event_id: number;
  id: number;
  state: LateState | null;
  goes_on: boolean;
  failed_at: Date | null;
  interval_seconds: number | null;
  created_at: Date;
}

// The start that each event belongs to: the opening, or for a monitor that recovered alone, the event with which it
// joined.
const SELECT = `
  select distinct on (e.id) e.id as event_id, s.id, s.entities ->> 'late' as state, s.created_at, m.interval_seconds,
    exists (select 1 from open_monitor_incidents o where o.project_id = any ($2::bigint[]) and o.project_id = s.project_id and o.incident_id = s.incident_id and ${concerns("o")}) as goes_on,
    (select max(r.last_slot) from open_monitor_incidents o join region_states r on r.project_id = any ($2::bigint[]) and r.project_id = o.project_id and r.monitor_id = o.monitor_id
      where o.project_id = any ($2::bigint[]) and o.project_id = s.project_id and o.incident_id = s.incident_id and r.health = 'failing' and ${concerns("o")}) as failed_at
  from events e join events s on s.project_id = any ($2::bigint[]) and s.project_id = e.project_id and s.incident_id = e.incident_id and s.test_incident_id is null
    left join monitors m on m.project_id = any ($2::bigint[]) and m.project_id = s.project_id and m.id = s.monitor_id
  where e.id = any ($1::bigint[]) and e.project_id = any ($2::bigint[]) and e.test_incident_id is null and case
    when e.key in ('uptime.incident.created', 'uptime.incident.propagated') then s.id = e.id
    when e.key = 'uptime.incident.recovered' then s.key = 'uptime.incident.created'
    when e.key = 'uptime.incident.partially_recovered' then s.monitor_id = e.monitor_id and s.id < e.id
      and s.key in ('uptime.incident.created', 'uptime.incident.propagated')
    else false end
  order by e.id, s.id desc`;

/** An opening concerns all monitors of the incident, a joining only its own. */
function concerns(open: string): string {
  return `(s.key = 'uptime.incident.created' or ${open}.monitor_id = s.monitor_id)`;
}

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
      if (row.state === null) return [];
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
