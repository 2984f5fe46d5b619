import { type Insertable, sql, type Updateable } from "kysely";
import type { Tx } from "@/lib/store/core/tx";
import type { MonitorsTable } from "@/lib/store/schema/monitors";

/** Inserts monitors with their state rows, in one statement. Returns their IDs in the same order. */
export async function insertMonitors(
  trx: Tx,
  values: readonly Insertable<MonitorsTable>[],
): Promise<number[]> {
  const rows = await trx
    .with("made", (query) =>
      query.insertInto("monitors").values(values).returning(["id", "project_id", "paused", "regions"]),
    )
    .with("state", (query) =>
      query
        .insertInto("monitor_states")
        .columns(["monitor_id", "project_id", "status"])
        .expression((from) =>
          from
            .selectFrom("made")
            .select([
              "id",
              "project_id",
              sql<string>`case when paused then 'paused' else 'fetching' end`.as("status"),
            ]),
        ),
    )
    .with("regions", (query) =>
      query
        .insertInto("region_states")
        .columns(["monitor_id", "project_id", "region"])
        .expression((from) =>
          from.selectFrom("made").select(["id", "project_id", sql<string>`unnest(regions)`.as("region")]),
        ),
    )
    .selectFrom("made")
    .select("id")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
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
    .onConflict((conflict) => conflict.columns(["monitor_id", "region", "project_id"]).doNothing())
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
