import type { Tx } from "@/lib/store/core/tx";
import { incidentsOnlyOf } from "@/lib/store/incidents/incidents";
import { recoverIncidentRow } from "./incident-recovery";

/** Recovers open automatic incidents that only this monitor keeps open, before the monitor is deleted. */
export async function recoverOrphans(trx: Tx, projectId: number, monitorId: number, at: Date): Promise<void> {
  for (const incidentId of await incidentsOnlyOf(trx, projectId, monitorId)) {
    await recoverIncidentRow(trx, {
      projectId,
      incidentId,
      at,
      reason: "Its last failing monitor was deleted.",
    });
  }
}
