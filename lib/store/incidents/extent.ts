import { sql } from "kysely";
import type { Tx } from "@/lib/store/core/tx";

/**
 * Returns whether every region of an incident's monitors was down at some point until `at`. Determined when the incident ends,
 * because raw results are deleted much earlier than incidents. False for manual incidents.
 */
export async function didAllRegionsFail(
  trx: Tx,
  projectId: number,
  incidentId: number,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql<{ all_failed: boolean | null }>`
    select bool_and((select count(*) from results r
        where r.project_id = ${projectId} and r.monitor_id = m.id and r.region = checked.place and r.outcome = 1
          and r.scheduled_at > im.failing_since - interval '1 day' and r.scheduled_at <= ${at}
          and r.started_at >= im.failing_since and r.started_at <= ${at}) >= m.incident_confirmations) as all_failed
    from incident_monitors im join monitors m on m.project_id = im.project_id and m.id = im.monitor_id
      cross join unnest(m.regions) as checked(place)
    where im.project_id = ${projectId} and im.incident_id = ${incidentId}`.execute(trx);
  return rows[0]?.all_failed ?? false;
}
