import { HOUR_MS } from "@/lib/shared/durations";
import { type Tx, tx } from "@/lib/store/core/tx";
import {
  buryMonitors,
  isFinished,
  lockMonitorsOf,
  lockOpenIncidentsOf,
  removeProject,
  selectFinishedProjects,
  withdrawProject,
} from "@/lib/store/projects/deletion";
import { bumpConfigVersion } from "@/lib/store/runners/config-version";
import { endIncident } from "./incident-recovery";

/** A receiver that doesn't respond keeps a deleted project no longer than this. */
export const KEPT_MS = HOUR_MS;

/**
 * Deletes a project. Its open incidents end, and everyone who was notified of them is notified of that before the rows are deleted;
 * until then, the project is invisible and unchecked. A demo notifies no one.
 */
export async function deleteProjectRows(
  trx: Tx,
  projectId: number,
  at: Date,
  isDemo: boolean,
): Promise<void> {
  const reason = "Its project was deleted.";
  await lockMonitorsOf(trx, projectId);
  for (const incidentId of await lockOpenIncidentsOf(trx, projectId))
    await endIncident(trx, { projectId, incidentId, at, reason }, { endedBy: "project_deleted" });
  const configVersion = await bumpConfigVersion(trx);
  await buryMonitors(trx, projectId, configVersion);
  await withdrawProject(trx, projectId, configVersion, at);
  if (isDemo || (await isFinished(trx, projectId))) await removeProject(trx, projectId);
}

/** Deletes the rows of deleted projects whose notifications were sent, or whose time is over. */
export async function finishDeletedProjects(at: Date): Promise<void> {
  for (const id of await selectFinishedProjects(new Date(at.getTime() - KEPT_MS)))
    await tx((trx) => removeProject(trx, id));
}
