import { sql } from "kysely";
import { present } from "@/lib/shared/assert";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";

/** Everything that people can add to a demo project, and its name. Incidents that simulated checks opened don't count. */
const ADDED = [
  ["monitors", "name", "true"],
  ["incidents", "title", "type = 'manual'"],
  ["maintenance_windows", "title", "true"],
  ["status_pages", "name", "true"],
  ["integrations", "name", "true"],
  ["alert_rules", "null", "true"],
  ["incident_templates", "name", "true"],
  ["api_keys", "name", "revoked_at is null"],
] as const;
type Kind = (typeof ADDED)[number][0];

/** The project, and when its demo was complete. Anything created later was added by people. */
export interface FilledDemo {
  readonly projectId: number;
  readonly filledAt: Date;
}

export interface AddedItem {
  readonly kind: Kind;
  readonly name: string | null;
}

/** Returns when a project's demo was complete, locking the project within a transaction; null for other projects. */
export async function selectFilledDemo(projectId: number, trx?: Tx): Promise<FilledDemo | null> {
  let query = (trx ?? db()).selectFrom("projects").select("demo_filled_at").where("id", "=", projectId);
  if (trx) query = query.forUpdate();
  const filledAt = (await query.where("is_demo", "=", true).executeTakeFirst())?.demo_filled_at;
  return filledAt ? { projectId, filledAt } : null;
}

/** Returns the items that people added to a demo project, oldest first. */
export async function selectAdded({ projectId, filledAt }: FilledDemo, trx?: Tx): Promise<AddedItem[]> {
  const each = ADDED.map(
    ([table, name, condition]) =>
      sql`select ${table}::text as kind, ${sql.raw(name)}::text as name, created_at from ${sql.table(table)}
        where project_id = ${projectId} and created_at > ${filledAt} and ${sql.raw(condition)}`,
  );
  const { rows } = await sql<AddedItem>`
    select kind, name from (${sql.join(each, sql` union all `)}) added order by created_at`.execute(
    trx ?? db(),
  );
  return rows;
}

/** Counts the texts that people wrote about incidents of the demo, which are deleted with them. */
export async function countPosts({ projectId, filledAt }: FilledDemo): Promise<number> {
  const later = (table: string) =>
    sql`(select count(*)::int from ${sql.table(table)} t join incidents i on i.project_id = t.project_id and i.id = t.incident_id
      where t.project_id = ${projectId} and t.created_at > ${filledAt} and not ${isAddedIncident(filledAt)})`;
  const { rows } = await sql<{ posts: number }>`
    select ${later("incident_updates")} + ${later("incident_comments")} as posts`.execute(db());
  return present(rows[0], "the number of posts").posts;
}

const isAddedIncident = (filledAt: Date) => sql`(i.type = 'manual' and i.created_at > ${filledAt})`;

/** Returns the monitors that the demo created. */
export async function selectDemoMonitors(trx: Tx, { projectId, filledAt }: FilledDemo): Promise<number[]> {
  const rows = await trx
    .selectFrom("monitors")
    .select("id")
    .where("project_id", "=", projectId)
    .where("created_at", "<=", filledAt)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the demo's rows except its monitors. Keeps integrations that an alert rule of people uses. */
export async function deleteDemoRows(trx: Tx, { projectId, filledAt }: FilledDemo): Promise<void> {
  await sql`delete from incidents i where project_id = ${projectId} and not ${isAddedIncident(filledAt)}`.execute(
    trx,
  );
  // Nothing was sent, and what these were about is gone.
  await trx.deleteFrom("events").where("project_id", "=", projectId).execute();
  const tables = ["alert_rules", "maintenance_windows", "status_pages", "deployments"] as const;
  for (const table of tables)
    await sql`delete from ${sql.table(table)} where project_id = ${projectId} and created_at <= ${filledAt}`.execute(
      trx,
    );
  await sql`delete from integrations i where project_id = ${projectId} and created_at <= ${filledAt}
    and not exists (select 1 from alert_rules r where r.integration_id = i.id)`.execute(trx);
}

/** Turns a demo project into a normal one. Its monitors are checked from now on, and nothing simulated is left of them. */
export async function endDemo(
  trx: Tx,
  { projectId, filledAt }: FilledDemo,
  configVersion: number,
): Promise<void> {
  const ids = sql`(select id from monitors where project_id = ${projectId})`;
  for (const table of ["results", "kept_failures", "rollups_hourly", "rollups_daily"])
    await sql`delete from ${sql.table(table)} where project_id = ${projectId} and monitor_id in ${ids}`.execute(
      trx,
    );
  await sql`delete from region_states where project_id = ${projectId}`.execute(trx);
  await sql`insert into region_states (monitor_id, region, project_id)
    select id, unnest(regions), project_id from monitors where project_id = ${projectId}`.execute(trx);
  await sql`update monitor_states s set status = case when m.paused or m.paused_by_window then 'paused' else 'fetching' end,
      status_since = now(), status_reason = null, last_checked_at = null, recent_response_times = '{}', data_missing = false
    from monitors m where s.project_id = ${projectId} and m.project_id = s.project_id and m.id = s.monitor_id`.execute(
    trx,
  );
  await sql`update monitors set simulation = null, config_version = ${configVersion}, judged_since = now()
    where project_id = ${projectId}`.execute(trx);
  await sql`update projects set is_demo = false, muted = false, demo_filled_at = null, created_at = ${filledAt}
    where id = ${projectId}`.execute(trx);
}
