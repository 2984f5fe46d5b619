import { sql } from "kysely";
import { type PostMortemFacts, TIMELINE_LINES_MAX } from "@/lib/domain/incidents/post-mortem";
import type { Tx } from "@/lib/store/core/tx";

/** Returns the facts of an automatic incident that has just recovered; null for manual incidents and when the project wants no drafts. */
export async function postMortemFacts(
  trx: Tx,
  projectId: number,
  incidentId: number,
): Promise<PostMortemFacts | null> {
  const { rows } = await sql<Omit<PostMortemFacts, "timeline"> & { wanted: boolean }>`
    select p.use_incident_ai and i.type = 'monitor' as wanted, i.title, i.problem->>'class' as cause,
      i.incident_at as "incidentAt", i.recovery_at as "recoveryAt",
      array(select m.name from incident_monitors im join monitors m on m.project_id = ${projectId} and m.id = im.monitor_id
        where im.project_id = ${projectId} and im.incident_id = i.id order by im.position) as monitors,
      array(select distinct coalesce(region->>'place', region->>'region') from incident_timeline t,
        jsonb_array_elements(coalesce(t.detail->'regions', '[]')) region
        where t.project_id = ${projectId} and t.incident_id = i.id order by 1) as regions
    from incidents i join projects p on p.id = i.project_id where i.project_id = ${projectId} and i.id = ${incidentId}`.execute(
    trx,
  );
  const row = rows[0];
  if (!row?.wanted || !row.recoveryAt) return null;
  const { rows: timeline } = await sql<PostMortemFacts["timeline"][number]>`
    select occurred_at as at, kind, reason
    from (select *, row_number() over (order by id) as place, count(*) over () as total
      from incident_timeline where project_id = ${projectId} and incident_id = ${incidentId}) t
    where place = 1 or place > total - ${TIMELINE_LINES_MAX - 1} order by id`.execute(trx);
  return { ...row, timeline };
}
