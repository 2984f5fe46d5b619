import * as z from "zod";
import { endDrill, runDrill } from "@/lib/services/drill-run";
import { clearDrill } from "@/lib/services/drills";

const Payload = z.object({ projectId: z.number().int(), drillId: z.uuid() });

/** Checks, judgement and first messages of a drill. */
export async function runDrillJob(payload: unknown): Promise<void> {
  const { projectId, drillId } = Payload.parse(payload);
  await runDrill(projectId, drillId);
}

/** The simulated recovery of a drill. */
export async function endDrillJob(payload: unknown): Promise<void> {
  const { projectId, drillId } = Payload.parse(payload);
  await endDrill(projectId, drillId);
}

/** Removes a drill's traces. */
export async function clearDrillJob(payload: unknown): Promise<void> {
  const { projectId, drillId } = Payload.parse(payload);
  await clearDrill(projectId, drillId);
}
