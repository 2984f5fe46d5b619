import { sql } from "kysely";
import type { Member } from "@/lib/domain/checks/group";
import { shownState } from "@/lib/domain/checks/shown-state";
import { db } from "@/lib/store/core/pool";
import { among, type Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import type { HeartbeatKey } from "./heartbeats";

/** Returns the groups of a project. */
export async function groupsOf(projectId: number): Promise<HeartbeatKey[]> {
  return db()
    .selectFrom("heartbeats")
    .select(["project_id as projectId", "monitor_id as monitorId"])
    .where("project_id", "=", projectId)
    .where("token_hash", "is", null)
    .execute();
}

/** Returns the state of these monitors for their groups, by ID. */
export async function selectMembers(
  trx: Tx,
  projects: Projects,
  ids: readonly number[],
): Promise<Map<number, Member>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Omit<Member, "state"> & Parameters<typeof shownState>[0] & { id: number }>`
    select m.id, m.name, s.data_missing, case when m.paused or m.paused_by_window then 'paused' else s.status end as status,
      date_part('epoch', s.status_since) * 1000 as since,
      exists (select from open_monitor_incidents o
        where ${among("o.project_id", projects)} and o.project_id = m.project_id and o.monitor_id = m.id) as "hasIncident",
      exists (select from maintenance_window_monitors wm
        join maintenance_windows w on ${among("w.project_id", projects)} and w.project_id = wm.project_id and w.id = wm.maintenance_window_id
        where ${among("wm.project_id", projects)} and wm.project_id = m.project_id and wm.monitor_id = m.id
          and w.state = 'in_progress') as "inMaintenance"
    from monitors m join monitor_states s on ${among("s.project_id", projects)} and s.project_id = m.project_id and s.monitor_id = m.id
    where m.id = any (${ids}::bigint[]) and ${among("m.project_id", projects)}`.execute(trx);
  return new Map(rows.map((row) => [row.id, { ...row, state: shownState(row) }]));
}

/** Takes monitors that are about to be deleted out of their groups. */
export async function removeMembers(trx: Tx, projectId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update monitors m set request = jsonb_set(m.request, '{members}', coalesce((
      select jsonb_agg(member order by at) from jsonb_array_elements(m.request -> 'members') with ordinality as e(member, at)
      where member::bigint <> all (${ids}::bigint[])), '[]'))
    from heartbeats h
    where ${among("h.project_id", [projectId])} and h.token_hash is null and h.monitor_id = m.id
      and m.project_id = ${projectId} and m.request -> 'members' @> any (
        select to_jsonb(id) from unnest(${ids}::bigint[]) id)`.execute(trx);
}
