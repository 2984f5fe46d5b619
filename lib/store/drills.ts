import { DELIVERY_SELECT, type DeliveryRow } from "./deliveries";
import { pool } from "./pool";
import type { Tx } from "./tx";

export interface DrillEvent {
  key: string;
  occurred_at: Date;
  entities: Record<string, unknown>;
}

/** Events of a drill in order; empty when there is none in the project. */
export async function selectDrillEvents(projectId: number, drillId: string): Promise<DrillEvent[]> {
  const { rows } = await pool().query<DrillEvent>(
    "select key, occurred_at, entities from events where project_id = $1 and drill_id = $2 order by id",
    [projectId, drillId],
  );
  return rows;
}

export async function selectDrillDeliveries(projectId: number, drillId: string): Promise<DeliveryRow[]> {
  const { rows } = await pool().query<DeliveryRow>(
    `${DELIVERY_SELECT} where d.project_id = $1 and e.drill_id = $2 order by d.id`,
    [projectId, drillId],
  );
  return rows;
}

/** Removes a drill: its events, and with them its deliveries and their log. Returns whether there was one. */
export async function deleteDrillEvents(trx: Tx, projectId: number, drillId: string): Promise<boolean> {
  const rows = await trx
    .deleteFrom("events")
    .where("project_id", "=", projectId)
    .where("drill_id", "=", drillId)
    .returning("id")
    .execute();
  return rows.length > 0;
}

/** The monitor named, or the project's newest; null when there is none. */
export async function selectDrillMonitor(
  projectId: number,
  monitorId: number | null,
): Promise<{ id: number; name: string } | null> {
  const { rows } = await pool().query<{ id: number; name: string }>(
    "select id, name from monitors where project_id = $1 and ($2::bigint is null or id = $2) order by id desc limit 1",
    [projectId, monitorId],
  );
  return rows[0] ?? null;
}
