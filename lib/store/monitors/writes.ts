import { type Insertable, type Selectable, sql } from "kysely";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

/** Inserts monitors with their state rows. Returns their IDs in the same order. */
export async function insertMonitors(
  trx: Tx,
  values: readonly Insertable<Database["monitors"]>[],
): Promise<number[]> {
  const made = await trx
    .insertInto("monitors")
    .values(values)
    .returning(["id", "project_id", "paused", "regions"])
    .execute();
  await trx
    .insertInto("monitor_states")
    .values(
      made.map(({ id: monitor_id, project_id, paused }) => ({
        monitor_id,
        project_id,
        status: paused ? "paused" : "fetching",
      })),
    )
    .execute();
  await trx
    .insertInto("region_states")
    .values(
      made.flatMap(({ id: monitor_id, project_id, regions }) =>
        regions.map((region) => ({ monitor_id, project_id, region })),
      ),
    )
    .execute();
  return made.map(({ id }) => id).sort((a, b) => a - b);
}

/** New values of a monitor; those of JSON columns not as text. */
type MonitorValues<Column extends keyof Database["monitors"]> = Pick<
  Selectable<Database["monitors"]>,
  Column | "id"
>;

/** Gives each monitor its own values of the same columns, in one statement. */
export async function updateMonitorRows<Column extends keyof Database["monitors"]>(
  trx: Tx,
  projectId: number,
  rows: readonly MonitorValues<Column>[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== "id");
  const set = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`given.${column}`)}`);
  await sql`
    update monitors m set ${sql.join(set)}, updated_at = now()
    from json_populate_recordset(null::monitors, ${JSON.stringify(rows.map(withReadableBytes))}::json) given
    where m.project_id = ${projectId} and m.id = any (${rows.map(({ id }) => id)}::bigint[]) and m.id = given.id`.execute(
    trx,
  );
}

/** Returns the row with bytes as PostgreSQL reads them from text. */
function withReadableBytes(row: object): object {
  const entries = Object.entries(row).map(([column, value]) => [
    column,
    Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value,
  ]);
  return Object.fromEntries(entries);
}

/** Makes region states match the monitors' regions; a removed region no longer counts in any decision. */
export async function syncRegionStates(
  trx: Tx,
  projectId: number,
  monitorIds: readonly number[],
): Promise<void> {
  if (monitorIds.length === 0) return;
  await sql`
    delete from region_states r using monitors m
    where m.project_id = ${projectId} and m.id = any (${monitorIds}::bigint[])
      and r.project_id = m.project_id and r.monitor_id = m.id and r.region <> all (m.regions)`.execute(trx);
  await sql`
    insert into region_states (monitor_id, project_id, region)
    select m.id, m.project_id, unnest(m.regions) from monitors m
    where m.project_id = ${projectId} and m.id = any (${monitorIds}::bigint[])
    on conflict (monitor_id, region, project_id) do nothing`.execute(trx);
}

/** Deletes monitors and leaves tombstones for the runners. */
export async function removeMonitors(
  trx: Tx,
  projectId: number,
  monitorIds: readonly number[],
  configVersion: number,
): Promise<void> {
  await sql`
    insert into monitor_tombstones (monitor_id, project_id, config_version)
    select unnest(${monitorIds}::bigint[]), ${projectId}::bigint, ${configVersion}::bigint`.execute(trx);
  await sql`
    update incidents i set deleted_monitors = i.deleted_monitors || gone.ids
    from (select m.incident_id, array_agg(m.monitor_id) as ids from incident_monitors m
      where m.project_id = ${projectId} and m.monitor_id = any (${monitorIds}::bigint[]) group by m.incident_id) gone
    where i.project_id = ${projectId} and i.id = gone.incident_id`.execute(trx);
  await sql`delete from monitors where project_id = ${projectId} and id = any (${monitorIds}::bigint[])`.execute(
    trx,
  );
}
