import { INCIDENT_FIELDS } from "@/lib/contract/incidents/incidents";
import { clockTime, count } from "@/lib/domain/core/wording";
import { recordEvent } from "@/lib/store/alerting/events";
import type { Tx } from "@/lib/store/core/tx";
import { selectIncidentRow } from "@/lib/store/incidents/incidents";
import { nextIncidentNumber } from "@/lib/store/incidents/numbers";
import { attachOpenMonitor } from "@/lib/store/incidents/open-incidents";
import { openingDetail } from "@/lib/store/incidents/timeline";
import { addTimeline, insertIncident } from "@/lib/store/incidents/writes";

/** An incident that is about to end during its outage, and the number and slug of the one that continues it. */
export interface ContinuedIncident {
  readonly before: Awaited<ReturnType<typeof selectIncidentRow>>;
  readonly next: Awaited<ReturnType<typeof nextIncidentNumber>>;
}

export async function readContinued(
  trx: Tx,
  projectId: number,
  incidentId: number,
): Promise<ContinuedIncident> {
  const before = await selectIncidentRow(trx, projectId, incidentId);
  return { before, next: await nextIncidentNumber(trx, projectId) };
}

/**
 * Opens the incident that continues an outage whose incident a person resolved `at`. It begins when that one ends, so that reports
 * count one outage, and takes over its description.
 */
export async function continueOutage(
  trx: Tx,
  { before, next }: ContinuedIncident,
  { down, at, reason }: { down: readonly number[]; at: Date; reason: string },
): Promise<void> {
  const { project_id: projectId, slug, tags, problem } = before;
  const outageAt = before.outage_at ?? before.incident_at;
  const incidentId = await insertIncident(trx, {
    ...next,
    ...INCIDENT_FIELDS.of(before),
    title_by_hand: before.title_by_hand,
    tags,
    project_id: projectId,
    type: "monitor",
    description: `This continues ${slug}, which began at ${clockTime(outageAt.getTime())} UTC and was resolved during the outage.`,
    status: "ongoing",
    incident_at: at,
    outage_at: outageAt,
    continues_id: before.id,
    problem: problem === null ? null : JSON.stringify(problem),
    acknowledged_at: before.acknowledged_at,
    acknowledged_by: before.acknowledged_by,
    assignee_id: before.assignee_id,
  });
  for (const monitorId of down)
    await attachOpenMonitor(trx, { projectId, incidentId, monitorId, failingSince: at });
  const still = `${count(down.length, "monitor")} ${down.length === 1 ? "is" : "are"} still down.`;
  await addTimeline(trx, {
    projectId,
    incidentId,
    kind: "opened",
    reason: `${still} This incident continues ${slug}: ${reason}`,
    occurredAt: at,
    detail: { ...(await openingDetail(trx, projectId, before.id)), continues: slug },
  });
  const key = "uptime.incident.created";
  const [monitorId] = down;
  const entities = { continuation: slug };
  await recordEvent(trx, { projectId, key, occurredAt: at, incidentId, monitorId, entities });
}
