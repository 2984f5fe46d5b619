import { sql } from "kysely";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";

/** Deletes a project with everything it owns. Its monitors must be deleted first, one by one, so that runners are notified. */
export async function removeProject(trx: Tx, id: number): Promise<void> {
  await trx.deleteFrom("api_keys").where("project_id", "=", id).execute();
  await trx
    .deleteFrom("alert_rules")
    .where("integration_id", "in", (query) =>
      query.selectFrom("integrations").select("id").where("project_id", "=", id),
    )
    .execute();
  await trx.deleteFrom("projects").where("id", "=", id).execute();
}

/** Leaves tombstones for all monitors of a project that is being deleted. */
export async function buryMonitors(trx: Tx, projectId: number, configVersion: number): Promise<void> {
  await sql`insert into monitor_tombstones (monitor_id, project_id, config_version)
    select id, project_id, ${configVersion}::bigint from monitors where project_id = ${projectId}
    on conflict (monitor_id) do update set config_version = excluded.config_version`.execute(trx);
}

/** Hides a project, stops its checks, revokes its keys, and frees the names of its pages. What is needed to notify of ends stays until `removeProject`. */
export async function withdrawProject(trx: Tx, id: number, configVersion: number, at: Date): Promise<void> {
  await trx.deleteFrom("api_keys").where("project_id", "=", id).execute();
  await trx.deleteFrom("maintenance_windows").where("project_id", "=", id).execute();
  await trx
    .updateTable("monitors")
    .set({ paused: true, config_version: configVersion })
    .where("project_id", "=", id)
    .execute();
  await sql`update status_pages set domain = null, subdomain = '~' || id where project_id = ${id}`.execute(
    trx,
  );
  await trx.updateTable("projects").set({ deleted_at: at }).where("id", "=", id).execute();
}

/** Locks the open incidents of a project and returns their IDs. */
export async function lockOpenIncidentsOf(trx: Tx, projectId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from incidents
    where project_id = ${projectId} and status <> 'recovered' and withdrawn_at is null order by id for update`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** A notification of project `p` hasn't been sent yet. */
const HAS_UNSENT = sql<boolean>`(exists (select 1 from events e where e.project_id = p.id and (e.fanned_out_at is null or e.subscribers_due))
  or exists (select 1 from deliveries d where d.project_id = p.id and d.status = 'pending')
  or exists (select 1 from push_deliveries d join events e on e.project_id = d.project_id and e.id = d.event_id where e.project_id = p.id and d.status = 'pending')
  or exists (select 1 from page_mails m join page_subscribers s on s.id = m.subscriber_id join status_pages g on g.id = s.status_page_id
    where g.project_id = p.id and m.sent_at is null and m.dropped_at is null and s.disabled_at is null))`;

/** Returns whether every notification of a deleted project was sent. */
export async function isFinished(trx: Tx, projectId: number): Promise<boolean> {
  const { rows } = await sql`select from projects p where p.id = ${projectId} and not ${HAS_UNSENT}`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Returns the deleted projects of which every notification was sent, and all that were deleted before `latest`. */
export async function selectFinishedProjects(latest: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select p.id from projects p
    where p.deleted_at is not null and (p.deleted_at < ${latest} or not ${HAS_UNSENT})`.execute(db());
  return rows.map(({ id }) => id);
}
