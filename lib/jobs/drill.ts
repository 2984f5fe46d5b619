import * as z from "zod";
import { clearDrill, endDrill } from "@/lib/services/drills";

const Payload = z.object({ projectId: z.number().int(), drillId: z.uuid() });

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
