import type { RecoveryWait } from "@/lib/domain/incidents/flapping";
import { hint } from "@/lib/store/core/hints";
import { eachPart, type Projects } from "@/lib/store/core/sharding/projects";
import { eachApart, type Tx, tx } from "@/lib/store/core/tx";
import { lockStableRecoveries } from "@/lib/store/incidents/open-incidents";
import { addTimeline, updateIncidentRow } from "@/lib/store/incidents/writes";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { endIncident, type Recovery } from "./incident-recovery";

const BATCH = 100;

/** Delays the recovery of a flapping monitor. The incident stays open until the recovery is stable. */
export async function delayRecovery(
  trx: Tx,
  { projectId, incidentId, at, reason }: Recovery,
  wait: RecoveryWait,
): Promise<void> {
  const change = { up_since: at, stable_at: new Date(wait.until), status: "recovering" } as const;
  await updateIncidentRow(trx, projectId, incidentId, change);
  const text = `${wait.reason}: ${reason}`;
  await addTimeline(trx, {
    projectId,
    incidentId,
    kind: "waiting_for_stable_recovery",
    reason: text,
    occurredAt: at,
  });
}

/** Continues an incident whose monitor failed again while its recovery was waiting. */
export async function continueIncident(
  trx: Tx,
  { projectId, incidentId, at, reason }: Recovery,
): Promise<void> {
  await updateIncidentRow(trx, projectId, incidentId, {
    status: "ongoing",
    up_since: null,
    stable_at: null,
  });
  const text = `Failed again before the recovery was stable: ${reason}`;
  await addTimeline(trx, { projectId, incidentId, kind: "ongoing", reason: text, occurredAt: at });
}

/** Recovers incidents whose monitors stayed up long enough, dated to when they came back up. Returns how many. */
export async function completeRecoveries(now: Date): Promise<number> {
  let completed = 0;
  await eachPart("stable recoveries", async (projects) => {
    completed += await completeIn(projects, now);
  });
  return completed;
}

async function completeIn(own: Projects, now: Date): Promise<number> {
  const ended = await tx(async (trx) => {
    const waiting = await lockStableRecoveries(trx, own, now, BATCH);
    const reason = "It stayed up for 10 minutes.";
    const recovered = await eachApart(trx, "stable recovery", waiting, ({ id, project_id, up_since: at }) =>
      endIncident(trx, { projectId: project_id, incidentId: id, at, reason }),
    );
    const projects = new Set(recovered.map(({ project_id }) => project_id));
    for (const projectId of [...projects].sort((a, b) => a - b)) await requestPageRender(trx, projectId);
    return recovered;
  });
  for (const { project_id, id } of ended) hint("live", { project_id, topic: "incidents", id });
  return ended.length;
}
