import { type Insertable, sql, type Updateable } from "kysely";
import type { Tx } from "@/lib/store/core/tx";
import type { MonitorsTable } from "@/lib/store/schema/monitors";

/** Inserts a monitor with its state rows. Returns its ID. */
export async function insertMonitor(trx: Tx, values: Insertable<MonitorsTable>): Promise<number> {
  const { id } = await trx.insertInto("monitors").values(values).returning("id").executeTakeFirstOrThrow();
  await trx
    .insertInto("monitor_states")
    .values({
      monitor_id: id,
      project_id: values.project_id,
      status: values.paused ? "paused" : "fetching",
    })
    .execute();
  await addRegionStates(trx, values.project_id, id, values.regions);
  return id;
}

export async function updateMonitorRow(
  trx: Tx,
  projectId: number,
  monitorId: number,
  values: Updateable<MonitorsTable>,
): Promise<void> {
  await trx
    .updateTable("monitors")
    .set({ ...values, updated_at: sql<Date>`now()` })
    .where("project_id", "=", projectId)
    .where("id", "=", monitorId)
    .execute();
}

/** Makes region states match `regions`; a removed region no longer counts in any decision. */
export async function syncRegionStates(
  trx: Tx,
  projectId: number,
  monitorId: number,
  regions: string[],
): Promise<void> {
  await trx
    .deleteFrom("region_states")
    .where("monitor_id", "=", monitorId)
    .where("region", "not in", regions)
    .execute();
  await addRegionStates(trx, projectId, monitorId, regions);
}

async function addRegionStates(
  trx: Tx,
  projectId: number,
  monitorId: number,
  regions: string[],
): Promise<void> {
  await trx
    .insertInto("region_states")
    .values(regions.map((region) => ({ monitor_id: monitorId, project_id: projectId, region })))
    .onConflict((conflict) => conflict.columns(["monitor_id", "region"]).doNothing())
    .execute();
}

/** Deletes a monitor and leaves a tombstone for the runners. */
export async function removeMonitor(
  trx: Tx,
  projectId: number,
  monitorId: number,
  configVersion: number,
): Promise<void> {
  await trx
    .insertInto("monitor_tombstones")
    .values({ monitor_id: monitorId, config_version: configVersion })
    .execute();
  await trx.deleteFrom("monitors").where("project_id", "=", projectId).where("id", "=", monitorId).execute();
}
