import type { LateNews, LateState } from "@/lib/domain/alerting/late-news";
import { pool } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";

interface Row {
  id: number;
  state: LateState | null;
  goes_on: boolean;
  failed_at: Date | null;
  interval_seconds: number | null;
  created_at: Date;
}

// The event that started what this one reports: for a monitor that recovered alone, its joining or the opening; else the opening.
const SELECT = `
  select s.id, s.entities ->> 'late' as state, s.created_at, m.interval_seconds,
    exists (select 1 from open_monitor_incidents o where o.incident_id = s.incident_id and ${concerns("o")}) as goes_on,
    (select max(r.last_slot) from open_monitor_incidents o join region_states r on r.monitor_id = o.monitor_id
      where o.incident_id = s.incident_id and r.verdict = 'failing' and ${concerns("o")}) as failed_at
  from events e join events s on s.incident_id = e.incident_id and s.drill_id is null left join monitors m on m.id = s.monitor_id
  where e.id = $1 and e.drill_id is null and case
    when e.key in ('uptime.incident.created', 'uptime.incident.propagated') then s.id = e.id
    when e.key = 'uptime.incident.recovered' then s.key = 'uptime.incident.created'
    when e.key = 'uptime.incident.partially_recovered' then s.monitor_id = e.monitor_id and s.id < e.id
      and s.key in ('uptime.incident.created', 'uptime.incident.propagated')
    else false end
  order by s.id desc limit 1`;

/** An opening concerns all monitors of the incident, a joining only its own. */
function concerns(open: string): string {
  return `(s.key = 'uptime.incident.created' or ${open}.monitor_id = s.monitor_id)`;
}

/** Returns what is known about an incident whose start was detected late; null when it was detected in time. */
export async function selectLateNews(eventId: number): Promise<LateNews | null> {
  const row = (await pool().query<Row>(SELECT, [eventId])).rows[0];
  if (!row?.state) return null;
  return {
    state: row.state,
    isStart: row.id === eventId,
    goesOn: row.goes_on,
    failedAt: row.failed_at?.getTime() ?? null,
    intervalSeconds: row.interval_seconds ?? 0,
    learnedAt: row.created_at.getTime(),
  };
}

/** Records what happened to a start that was detected late. */
export async function markLateNews(trx: Tx, eventId: number, state: LateState): Promise<void> {
  const { entities } = await trx
    .selectFrom("events")
    .select("entities")
    .where("id", "=", eventId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const after = JSON.stringify({ ...(entities as Record<string, unknown>), late: state });
  await trx.updateTable("events").set({ entities: after }).where("id", "=", eventId).execute();
}
