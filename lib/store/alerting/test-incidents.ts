import type { Selectable } from "kysely";
import { read } from "@/lib/store/core/connection/statements";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";
import { DELIVERY_SELECT, type DeliveryRow } from "./deliveries";

export type TestIncidentState = "checking" | "failed" | "down" | "recovered";

export type TestIncidentRow = Omit<Selectable<Database["test_incidents"]>, "project_id">;

const COLUMNS = ["id", "monitor_id", "monitor_name", "started_at", "state", "reason", "checks"] as const;

/** Returns a test incident; null when the project has none with this ID. */
export async function selectTestIncident(
  projectId: number,
  testIncidentId: string,
): Promise<TestIncidentRow | null> {
  const [row] = await read<TestIncidentRow>(
    `select ${COLUMNS.join(", ")} from test_incidents where project_id = $1 and id = $2`,
    [projectId, testIncidentId],
  );
  return row ?? null;
}

/** Returns whether a test incident of the project is still running its checks. */
export async function hasRunningTestIncident(trx: Tx, projectId: number, since: Date): Promise<boolean> {
  const row = await trx
    .selectFrom("test_incidents")
    .select("id")
    .where("project_id", "=", projectId)
    .where("state", "=", "checking")
    .where("started_at", ">", since)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertTestIncident(
  trx: Tx,
  projectId: number,
  testIncident: { id: string; monitor: { id: number; name: string }; startedAt: Date },
): Promise<void> {
  const { id, monitor, startedAt } = testIncident;
  const row = { id, project_id: projectId, monitor_id: monitor.id, monitor_name: monitor.name };
  await trx
    .insertInto("test_incidents")
    .values({ ...row, started_at: startedAt })
    .execute();
}

/** Records the results so far; does nothing once the test incident is decided. */
export async function noteTestIncidentChecks(
  projectId: number,
  testIncidentId: string,
  checks: unknown,
): Promise<void> {
  await db()
    .updateTable("test_incidents")
    .set({ checks: JSON.stringify(checks) })
    .where("project_id", "=", projectId)
    .where("id", "=", testIncidentId)
    .where("state", "=", "checking")
    .execute();
}

/** Moves a test incident to its next step. Returns false when it isn't in `from`: the job was repeated or it was deleted. */
export async function advanceTestIncident(
  trx: Tx,
  projectId: number,
  testIncidentId: string,
  step: { from: TestIncidentState; to: TestIncidentState; reason?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("test_incidents")
    .set({ state: step.to, ...(step.reason !== undefined && { reason: step.reason }) })
    .where("project_id", "=", projectId)
    .where("id", "=", testIncidentId)
    .where("state", "=", step.from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function selectTestIncidentDeliveries(
  projectId: number,
  testIncidentId: string,
): Promise<DeliveryRow[]> {
  return read<DeliveryRow>(
    `${DELIVERY_SELECT} where d.project_id = $1 and e.test_incident_id = $2 order by d.id`,
    [projectId, testIncidentId],
  );
}

export interface TestIncidentPushRow {
  id: number;
  event: string;
  member: string;
  status: "pending" | "delivered" | "failed" | "muted" | "superseded";
  reason: string | null;
}

/** Returns the push results of a test incident, one row per browser and event. */
export async function selectTestIncidentPushes(
  projectId: number,
  testIncidentId: string,
): Promise<TestIncidentPushRow[]> {
  return read<TestIncidentPushRow>(
    `select d.id, e.key as event, u.name as member, d.status, d.reason
     from events e join push_deliveries d on d.project_id = e.project_id and d.event_id = e.id join push_subscriptions s on s.id = d.subscription_id
       join users u on u.id = s.user_id
     where e.project_id = $1 and e.test_incident_id = $2 order by u.name, d.id limit 1000`,
    [projectId, testIncidentId],
  );
}

/** Deletes a test incident with its events, deliveries, and attempts. Returns whether it existed. */
export async function removeTestIncident(
  trx: Tx,
  projectId: number,
  testIncidentId: string,
): Promise<boolean> {
  await trx
    .deleteFrom("events")
    .where("project_id", "=", projectId)
    .where("test_incident_id", "=", testIncidentId)
    .execute();
  const { numDeletedRows } = await trx
    .deleteFrom("test_incidents")
    .where("project_id", "=", projectId)
    .where("id", "=", testIncidentId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the named monitor, or the project's newest; null when there is none. */
export async function selectTestIncidentMonitor(
  projectId: number,
  monitorId: number | null,
): Promise<{ id: number; name: string } | null> {
  const [row] = await read<{ id: number; name: string }>(
    "select id, name from monitors where project_id = $1 and ($2::bigint is null or id = $2) order by id desc limit 1",
    [projectId, monitorId],
  );
  return row ?? null;
}
