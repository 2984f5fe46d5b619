import { type Kysely, sql } from "kysely";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

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

/** Locks the monitors of a project in the order in which batches of results lock them, before anything else of theirs. */
export async function lockMonitorsOf(trx: Tx, projectId: number): Promise<void> {
  await sql`select id from monitors where project_id = ${projectId} order by id for no key update`.execute(
    trx,
  );
}

/** Locks the open incidents of a project and returns their IDs. */
export async function lockOpenIncidentsOf(trx: Tx, projectId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from incidents
    where project_id = ${projectId} and status <> 'recovered' and withdrawn_at is null order by id for update`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

const HAS_UNSENT = (id: number) => sql<{ has_unsent: boolean }>`
  select exists (select 1 from events e where e.project_id = ${id} and (e.fanned_out_at is null or e.subscribers_due))
    or exists (select 1 from deliveries d where d.project_id = ${id} and d.status = 'pending')
    or exists (select 1 from push_deliveries d where d.project_id = ${id} and d.status = 'pending') as has_unsent`;

const HAS_UNSENT_MAILS = (id: number) => sql<{ has_unsent: boolean }>`
  select exists (select 1 from page_mails m join page_subscribers s on s.id = m.subscriber_id join status_pages g on g.id = s.status_page_id
    where g.project_id = ${id} and m.sent_at is null and m.dropped_at is null and s.disabled_at is null) as has_unsent`;

/** Returns whether every notification of a deleted project was sent. */
export async function isFinished(executor: Kysely<Database>, projectId: number): Promise<boolean> {
  for (const hasUnsent of [HAS_UNSENT, HAS_UNSENT_MAILS])
    if ((await hasUnsent(projectId).execute(executor)).rows[0]?.has_unsent) return false;
  return true;
}

/** Returns the deleted projects of which every notification was sent, and all that were deleted before `latest`. */
export async function selectFinishedProjects(latest: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_late: boolean }>`
    select id, deleted_at < ${latest} as is_late from projects where deleted_at is not null order by id`.execute(
    db(),
  );
  const finished: number[] = [];
  for (const { id, is_late: isLate } of rows) if (isLate || (await isFinished(db(), id))) finished.push(id);
  return finished;
}
