import { found } from "@/lib/contract/core/errors";
import { lastStatusOf } from "@/lib/domain/checks/monitor-status";
import { audit } from "@/lib/services/core/audit";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { now } from "@/lib/shared/clock";
import { loadObserved } from "@/lib/store/checks/ingest-reads";
import { hint } from "@/lib/store/core/hints";
import { type Tx, tx } from "@/lib/store/core/tx";
import { noteOpenIncidents } from "@/lib/store/incidents/writes";
import { lockMonitor } from "@/lib/store/monitors/monitors";
import { closeManualPauses, openManualPauses } from "@/lib/store/monitors/pauses";
import { updateMonitorRows } from "@/lib/store/monitors/writes";
import { bumpConfigVersion } from "@/lib/store/runners/config-version";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";

/** Pauses (`paused` true) or resumes a monitor; repeating changes nothing. An open incident stays open. */
export async function setMonitorPaused(caller: Caller, monitorId: number, paused: boolean): Promise<void> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  await tx(async (trx) => {
    const stored = found(await lockMonitor(trx, projectId, monitorId));
    if (stored.paused === paused) return;
    const config_version = await bumpConfigVersion(trx);
    await updateMonitorRows(trx, projectId, [{ id: monitorId, paused, config_version }]);
    await notePause(trx, projectId, [monitorId], paused, caller.label);
    const action = paused ? "monitor.paused" : "monitor.resumed";
    await audit(trx, caller, action, { type: "monitor", id: monitorId }, { name: stored.name });
    await requestPageRender(trx, projectId);
  });
  hint("config", {});
  hint("live", { project_id: projectId, topic: "monitors", id: monitorId });
}

/**
 * Records that locked monitors were paused or resumed with a new config version. A runner drops a paused monitor and treats a resumed
 * one like a new one: it checks immediately if the last check is older than the interval.
 */
export async function notePause(
  trx: Tx,
  projectId: number,
  monitorIds: readonly number[],
  paused: boolean,
  label: string,
): Promise<void> {
  if (monitorIds.length === 0) return;
  const at = now();
  const reason = paused
    ? `${label} paused the monitor. It isn't being checked, and the incident stays open.`
    : `${label} resumed the monitor. Checks continue.`;
  const kind = paused ? "monitor_paused" : "monitor_resumed";
  await noteOpenIncidents(trx, projectId, monitorIds, { kind, reason, at });
  if (paused) return openManualPauses(trx, projectId, monitorIds, at);
  const observed = await loadObserved(trx, [projectId], monitorIds);
  const statusOf = (id: number) => lastStatusOf([...(observed.get(id)?.regions.values() ?? [])]);
  await closeManualPauses(trx, projectId, new Map(monitorIds.map((id) => [id, statusOf(id)])), at);
}
