import { addJob } from "./jobs";
import type { Tx } from "./tx";

export interface EventRecord {
  projectId: number;
  key: string;
  occurredAt: Date;
  incidentId?: number;
  monitorId?: number;
  incidentUpdateId?: number;
}

/** Writes an event and the job that tells about it in the transaction that caused it. Returns its id. */
export async function recordEvent(trx: Tx, event: EventRecord): Promise<number> {
  const { id } = await trx
    .insertInto("events")
    .values({
      project_id: event.projectId,
      key: event.key,
      occurred_at: event.occurredAt,
      incident_id: event.incidentId ?? null,
      monitor_id: event.monitorId ?? null,
      incident_update_id: event.incidentUpdateId ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await addJob(trx, "fan_out_event", { eventId: id });
  return id;
}
