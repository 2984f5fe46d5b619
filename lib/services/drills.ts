import { randomUUID } from "node:crypto";
import type { Drill, StartDrill } from "@/lib/contract/drills";
import { invalidField, recordNotFound } from "@/lib/contract/errors";
import { isoSeconds, now } from "@/lib/shared/clock";
import {
  type DrillEvent,
  deleteDrillEvents,
  selectDrillDeliveries,
  selectDrillEvents,
  selectDrillMonitor,
} from "@/lib/store/drills";
import { recordEvent } from "@/lib/store/events";
import { addJob } from "@/lib/store/jobs";
import { tx } from "@/lib/store/tx";
import { type Caller, projectOf, requirePermission } from "./caller";
import { toDeliverySummary } from "./deliveries";

const RECOVERS_AFTER_MS = 20_000;
const CLEARED_AFTER_MS = 3600_000;
const CREATED = "uptime.incident.created";
const RECOVERED = "uptime.incident.recovered";

/** Simulates an outage of a monitor: everybody whom the rules name is told of its start now and of its end 20 s later. */
export async function startDrill(caller: Caller, input: StartDrill): Promise<Drill> {
  requirePermission(caller, "platform:write");
  const projectId = projectOf(caller);
  const monitor = await selectDrillMonitor(projectId, input.monitor_id ?? null);
  if (!monitor)
    throw invalidField("monitor_id", "The monitor_id must be a monitor of this project; none was found.");
  const drillId = randomUUID();
  const startedAt = now();
  await tx(async (trx) => {
    await recordEvent(trx, {
      projectId,
      key: CREATED,
      occurredAt: startedAt,
      drillId,
      entities: { incident: incidentOf(monitor.name, startedAt, null), drill_monitor: monitor },
    });
    await addJob(trx, "end_drill", { projectId, drillId }, { runAt: later(startedAt, RECOVERS_AFTER_MS) });
    await addJob(trx, "clear_drill", { projectId, drillId }, { runAt: later(startedAt, CLEARED_AFTER_MS) });
  });
  return readDrill(projectId, drillId);
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

/** The incident of a drill exists in its events only. */
function incidentOf(name: string, incidentAt: Date, recoveryAt: Date | null) {
  return {
    id: 0,
    slug: "DRILL",
    type: "monitor",
    title: `[Drill] ${name} does not answer`,
    description: "This is a drill: nothing is down. Somebody tries out who is told.",
    state: "unknown",
    status: recoveryAt ? "recovered" : "ongoing",
    impact: "unknown",
    incidentAt: incidentAt.toISOString(),
    recoveryAt: recoveryAt?.toISOString() ?? null,
    tags: [],
  };
}

/** Who was told so far. */
export async function getDrill(caller: Caller, drillId: string): Promise<Drill> {
  requirePermission(caller, "platform:read");
  return readDrill(projectOf(caller), drillId);
}

/** Removes the traces before their hour is over; a drill that still runs ends with them. */
export async function deleteDrill(caller: Caller, drillId: string): Promise<void> {
  requirePermission(caller, "platform:write");
  if (!(await clearDrill(projectOf(caller), drillId))) throw recordNotFound();
}

/** The simulated recovery. Nothing happens when the drill was removed or has recovered. */
export async function endDrill(projectId: number, drillId: string): Promise<void> {
  const [start, ...more] = await selectDrillEvents(projectId, drillId);
  if (!start || more.length > 0) return;
  const monitor = monitorOf(start);
  const at = now();
  await tx(async (trx) => {
    await recordEvent(trx, {
      projectId,
      key: RECOVERED,
      occurredAt: at,
      drillId,
      entities: { incident: incidentOf(monitor.name, start.occurred_at, at), drill_monitor: monitor },
    });
  });
}

export function clearDrill(projectId: number, drillId: string): Promise<boolean> {
  return tx((trx) => deleteDrillEvents(trx, projectId, drillId));
}

function monitorOf(event: DrillEvent): { id: number; name: string } {
  return event.entities.drill_monitor as { id: number; name: string };
}

async function readDrill(projectId: number, drillId: string): Promise<Drill> {
  const events = await selectDrillEvents(projectId, drillId);
  const [start] = events;
  if (!start) throw recordNotFound();
  const deliveries = await selectDrillDeliveries(projectId, drillId);
  return {
    drill_id: drillId,
    monitor: monitorOf(start),
    started_at: isoSeconds(start.occurred_at),
    state: events.some((event) => event.key === RECOVERED) ? "recovered" : "down",
    deliveries: deliveries.map(toDeliverySummary),
  };
}
