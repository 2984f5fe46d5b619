import { highestState } from "@/lib/domain/incidents/states";
import { recordEvent } from "@/lib/store/alerting/events";
import { hint } from "@/lib/store/core/hints";
import { addJob } from "@/lib/store/core/jobs";
import { eachPart } from "@/lib/store/core/sharding/projects";
import { eachApart, type Tx, tx } from "@/lib/store/core/tx";
import { lockIncident } from "@/lib/store/incidents/incidents";
import {
  type IncidentUpdateRow,
  lockDueUpdates,
  publishedStates,
  updateIncidentUpdateRow,
} from "@/lib/store/incidents/posts";
import { addTimeline, updateIncidentRow } from "@/lib/store/incidents/writes";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { recoverIncidentRow } from "./incident-recovery";

/**
 * Applies a published update once: raises the incident's state, recovers an ongoing incident if the state is `resolved`,
 * records `update.published`, and requests a page render. The caller holds either no lock on the incident or the same one.
 */
export async function announceUpdate(trx: Tx, update: IncidentUpdateRow, now: Date): Promise<void> {
  const { project_id: projectId, incident_id: incidentId } = update;
  const incident = await lockIncident(trx, projectId, incidentId);
  if (!incident) return;
  await updateIncidentUpdateRow(trx, projectId, update.id, { announced_at: now });
  await refreshState(trx, projectId, incidentId, now);
  if (update.state === "resolved" && incident.status !== "recovered") {
    const at = now > incident.incident_at ? now : new Date(incident.incident_at.getTime() + 1000);
    const reason = `${update.creator_label} published an update that marks it as resolved.`;
    await recoverIncidentRow(trx, { projectId, incidentId, at, reason });
  }
  await addTimeline(trx, {
    projectId,
    incidentId,
    kind: "update",
    reason: `${update.creator_label} published an update: ${update.state}.`,
    occurredAt: update.published_at,
    detail: { incident_update_id: update.id },
  });
  await recordEvent(trx, {
    projectId,
    key: "uptime.incident_update.published",
    occurredAt: update.published_at,
    incidentId,
    incidentUpdateId: update.id,
  });
  await requestPageRender(trx, projectId);
}

/** Sets the incident's state to the highest of its published updates. */
export async function refreshState(trx: Tx, projectId: number, incidentId: number, now: Date): Promise<void> {
  const state = highestState(await publishedStates(trx, projectId, incidentId, now));
  await updateIncidentRow(trx, projectId, incidentId, { state });
}

/**
 * Republishes an update that was announced and then moved into the future. It counts and is shown again, without a second
 * notification.
 */
async function showAgain(trx: Tx, update: IncidentUpdateRow, now: Date): Promise<void> {
  const { project_id: projectId, incident_id: incidentId } = update;
  await updateIncidentUpdateRow(trx, projectId, update.id, { announced_at: now });
  await refreshState(trx, projectId, incidentId, now);
  await requestPageRender(trx, projectId);
}

/** Schedules an update that isn't announced yet, to the second. The minute tick covers a lost job. */
export async function scheduleUpdate(trx: Tx, update: IncidentUpdateRow): Promise<void> {
  if (update.announced_at !== null && update.announced_at >= update.published_at) return;
  const key = `due_updates:${update.id}`;
  await addJob(trx, "due_updates", {}, { key, runAt: update.published_at });
}

/** Announces due scheduled updates, at most 100 per call and part of the database. Several servers share the work. Returns how many. */
export async function announceDueUpdates(now: Date): Promise<number> {
  let count = 0;
  await eachPart("due updates", async (projects) => {
    const announced = await tx(async (trx) => {
      const due = await lockDueUpdates(trx, projects, now, 100);
      return eachApart(trx, "due update", due, (update) =>
        update.announced_at === null ? announceUpdate(trx, update, now) : showAgain(trx, update, now),
      );
    });
    for (const { project_id, incident_id: id } of announced)
      hint("live", { project_id, topic: "incidents", id });
    count += announced.length;
  });
  return count;
}
