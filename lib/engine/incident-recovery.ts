import { postMortemFactsForModel } from "@/lib/domain/incidents/model-question";
import { draftPostMortem } from "@/lib/domain/incidents/post-mortem";
import { recordEvent } from "@/lib/store/alerting/events";
import type { Tx } from "@/lib/store/core/tx";
import { didAllRegionsFail } from "@/lib/store/incidents/extent";
import { incidentsOnlyOf } from "@/lib/store/incidents/incidents";
import { postMortemFacts } from "@/lib/store/incidents/post-mortem-facts";
import { addTimeline, markRecovered, updateIncidentRow } from "@/lib/store/incidents/writes";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { askForModelText } from "./model-text";
import { restartFailuresOf } from "./region-restart";

export interface Recovery {
  readonly projectId: number;
  readonly incidentId: number;
  readonly at: Date;
  readonly reason: string;
}

/**
 * Recovers a locked open incident on behalf of a person: row, monitors, timeline, event, and pages in the caller's
 * transaction. Regions that are still failing start counting again, so a new incident requires the usual consecutive
 * failures.
 */
export async function recoverIncidentRow(trx: Tx, recovery: Recovery): Promise<void> {
  await restartFailuresOf(trx, recovery.projectId, recovery.incidentId);
  await updateIncidentRow(trx, recovery.projectId, recovery.incidentId, { times_by_hand: true });
  await endIncident(trx, recovery);
  await requestPageRender(trx, recovery.projectId);
}

/** Recovers open automatic incidents that only these monitors keep open, before the monitors are deleted. */
export async function recoverOrphans(
  trx: Tx,
  projectId: number,
  monitorIds: readonly number[],
  at: Date,
): Promise<void> {
  for (const incidentId of await incidentsOnlyOf(trx, projectId, monitorIds)) {
    await recoverIncidentRow(trx, {
      projectId,
      incidentId,
      at,
      reason: "Its last failing monitor was deleted.",
    });
  }
}

/**
 * Recovers an incident by the rules. Regions below the required number may still fail and keep their state. A
 * post-mortem draft is written either way. The caller requests the render, after everything else, because that locks
 * the project's request.
 */
export async function endIncident(trx: Tx, { projectId, incidentId, at, reason }: Recovery): Promise<void> {
  await markRecovered(trx, projectId, incidentId, at);
  const detail = { all_regions: await didAllRegionsFail(trx, projectId, incidentId, at) };
  await addTimeline(trx, { projectId, incidentId, kind: "recovered", reason, occurredAt: at, detail });
  await recordEvent(trx, { projectId, key: "uptime.incident.recovered", occurredAt: at, incidentId });
  await notePostMortem(trx, projectId, incidentId, at);
}

/** Adds a post-mortem draft to the timeline of a recovered incident. */
async function notePostMortem(trx: Tx, projectId: number, incidentId: number, at: Date): Promise<void> {
  const facts = await postMortemFacts(trx, projectId, incidentId);
  if (!facts) return;
  const markdown = draftPostMortem(facts);
  await addTimeline(trx, {
    projectId,
    incidentId,
    kind: "post_mortem_drafted",
    reason: "A post-mortem draft was written from the recorded checks.",
    occurredAt: at,
    detail: { markdown },
  });
  const builtIn = { markdown };
  const asked = {
    projectId,
    incidentId,
    subject: "post_mortem",
    builtIn,
    facts: () => postMortemFactsForModel(facts),
  } as const;
  await askForModelText(trx, asked);
}
