import { recordNotFound } from "@/lib/contract/errors";
import { now } from "@/lib/shared/clock";
import { bumpConfigVersion } from "@/lib/store/config-version";
import { hint } from "@/lib/store/hints";
import { noteOpenIncidents } from "@/lib/store/incident-notes";
import { closeManualPause, openManualPause } from "@/lib/store/monitor-pauses";
import { updateMonitorRow } from "@/lib/store/monitor-writes";
import { lockMonitor } from "@/lib/store/monitors";
import { requestSeal } from "@/lib/store/seals";
import { type Tx, tx } from "@/lib/store/tx";
import { type Caller, projectOf, requirePermission } from "./caller";

/** Pauses (`paused` true) or resumes a monitor; repeating changes nothing. An open incident stays open. */
export async function setMonitorPaused(caller: Caller, monitorId: number, paused: boolean): Promise<void> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  await tx(async (trx) => {
    const stored = await lockMonitor(trx, projectId, monitorId);
    if (!stored) throw recordNotFound();
    if (stored.paused === paused) return;
    await updateMonitorRow(trx, projectId, monitorId, { config_version: await bumpConfigVersion(trx) });
    await applyPause(trx, projectId, monitorId, paused, caller.label);
    await requestSeal(trx, projectId);
  });
  hint("config", {});
  hint("live", { project_id: projectId, topic: "monitors", id: monitorId });
}

/**
 * The change itself, for a locked monitor whose config version was taken. A runner leaves a paused monitor out and takes
 * up a resumed one like a new one: it checks at once when its last check is older than the interval.
 */
export async function applyPause(
  trx: Tx,
  projectId: number,
  monitorId: number,
  paused: boolean,
  label: string,
): Promise<void> {
  await updateMonitorRow(trx, projectId, monitorId, { paused });
  const reason = paused
    ? `${label} paused the monitor: it is not checked, and the incident stays open.`
    : `${label} resumed the monitor: it is checked again.`;
  await noteOpenIncidents(trx, [monitorId], {
    kind: paused ? "monitor_paused" : "monitor_resumed",
    reason,
    at: now(),
  });
  if (paused) await openManualPause(trx, projectId, monitorId, now());
  else await closeManualPause(trx, monitorId, now());
}
