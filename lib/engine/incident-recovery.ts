import type { UnrecoveredEnd } from "@/lib/domain/incidents/ends";
import { postMortemFactsForModel } from "@/lib/domain/incidents/model-question";
import { draftPostMortem } from "@/lib/domain/incidents/post-mortem";
import { now } from "@/lib/shared/clock";
import { modelAddress } from "@/lib/shared/env";
import { recordEvent } from "@/lib/store/alerting/events";
import type { Tx } from "@/lib/store/core/tx";
import { incidentsOnlyOf } from "@/lib/store/incidents/incidents";
import { addModelTextJob, type ModelTextRequest } from "@/lib/store/incidents/model-texts";
import { didAllRegionsFail, postMortemFacts } from "@/lib/store/incidents/timeline";
import { addTimeline, markRecovered, updateIncidentRow } from "@/lib/store/incidents/writes";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { continueOutage, readContinued } from "./outage-continuation";
import { resolveFailuresOf } from "./region-restart";

export interface Recovery {
  readonly projectId: number;
  readonly incidentId: number;
  readonly at: Date;
  readonly reason: string;
}

/** Why an incident ends without a recovery, null for a recovery, and the slug of the incident that continues it. */
export interface End {
  readonly endedBy: UnrecoveredEnd | null;
  readonly continuation?: string;
}

/**
 * Resolves a locked open incident on behalf of a person: row, monitors, timeline, event, and pages in the caller's
 * transaction. If some of its monitors are still down, a new incident continues it. Without a check that shows the others up, it
 * is closed instead of recovered.
 */
export async function recoverIncidentRow(trx: Tx, recovery: Recovery): Promise<void> {
  const { projectId, incidentId } = recovery;
  const { down, isUnobserved } = await resolveFailuresOf(trx, projectId, incidentId);
  await updateIncidentRow(trx, projectId, incidentId, { times_by_hand: true });
  if (down.length === 0) await endIncident(trx, recovery, { endedBy: isUnobserved ? "unobserved" : null });
  else {
    const continued = await readContinued(trx, projectId, incidentId);
    const end = { endedBy: "still_down", continuation: continued.next.slug } as const;
    await endIncident(trx, recovery, end);
    await continueOutage(trx, continued, { down, at: recovery.at, reason: recovery.reason });
  }
  await requestPageRender(trx, projectId);
}

/** Ends open automatic incidents that only these monitors keep open, before the monitors are deleted. */
export async function recoverOrphans(
  trx: Tx,
  projectId: number,
  monitorIds: readonly number[],
  at: Date,
): Promise<void> {
  for (const incidentId of await incidentsOnlyOf(trx, projectId, monitorIds)) {
    await updateIncidentRow(trx, projectId, incidentId, { times_by_hand: true });
    const reason = "Its last failing monitor was deleted.";
    await endIncident(trx, { projectId, incidentId, at, reason }, { endedBy: "monitor_deleted" });
    await requestPageRender(trx, projectId);
  }
}

/**
 * Ends an incident. Regions below the required number may still fail and keep their state. A
 * post-mortem draft is written either way. The caller requests the render, after everything else, because that locks
 * the project's request.
 */
export async function endIncident(
  trx: Tx,
  { projectId, incidentId, at, reason }: Recovery,
  { endedBy, continuation }: End = { endedBy: null },
): Promise<void> {
  await markRecovered(trx, projectId, incidentId, at);
  if (endedBy) await updateIncidentRow(trx, projectId, incidentId, { ended_by: endedBy });
  const detail = { all_regions: await didAllRegionsFail(trx, projectId, incidentId, at) };
  const kind = endedBy ? "closed" : "recovered";
  await addTimeline(trx, { projectId, incidentId, kind, reason, occurredAt: at, detail });
  const key = "uptime.incident.recovered";
  const entities = endedBy ? { ending: endedBy, continuation } : {};
  await recordEvent(trx, { projectId, key, occurredAt: at, incidentId, entities });
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

type Asked<T> = T extends unknown
  ? Omit<T, "facts" | "attempt" | "askedAt"> & { readonly facts: () => object }
  : never;

/**
 * Requests a text from the configured language model, in the transaction that wrote the built-in one. Does nothing without
 * a model.
 */
export async function askForModelText(trx: Tx, asked: Asked<ModelTextRequest>): Promise<void> {
  if (!modelAddress()) return;
  const facts = JSON.stringify(asked.facts());
  await addModelTextJob(trx, { ...asked, facts, attempt: 1, askedAt: now().getTime() });
}
