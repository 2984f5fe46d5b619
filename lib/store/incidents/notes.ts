import { sql } from "kysely";
import { among } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";

/** Adds a line to the timeline of each open automatic incident that one of the monitors keeps open. */
export async function noteOpenIncidents(
  trx: Tx,
  projectId: number,
  monitorIds: readonly number[],
  note: { kind: string; reason: string; at: Date },
): Promise<void> {
  if (monitorIds.length === 0) return;
  await sql`
    insert into incident_timeline (incident_id, project_id, kind, reason, occurred_at)
    select distinct i.id, i.project_id, ${note.kind}::text, ${note.reason}::text, ${note.at}::timestamptz
    from open_monitor_incidents o join incidents i on ${among("i.project_id", [projectId])} and i.project_id = o.project_id and i.id = o.incident_id
    where ${among("o.project_id", [projectId])} and o.monitor_id = any (${monitorIds}::bigint[])`.execute(
    trx,
  );
}
