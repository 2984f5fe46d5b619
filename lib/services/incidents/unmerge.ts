import { found, invalidField } from "@/lib/contract/core/errors";
import type { Incident } from "@/lib/contract/incidents/incidents";
import type { UnmergeIncident } from "@/lib/contract/incidents/timeline";
import { endIncident } from "@/lib/engine/incident-recovery";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { present } from "@/lib/shared/assert";
import { now } from "@/lib/shared/clock";
import { recordEvent } from "@/lib/store/alerting/events";
import { type Tx, tx } from "@/lib/store/core/tx";
import { lockIncident } from "@/lib/store/incidents/incidents";
import {
  countOpenMonitors,
  type DetachedMonitor,
  detachMonitor,
  latestPartialRecovery,
} from "@/lib/store/incidents/merging";
import { nextIncidentNumber } from "@/lib/store/incidents/numbers";
import { attachMonitor, incidentSubjects } from "@/lib/store/incidents/open-incidents";
import { addTimeline, insertIncident, updateIncidentRow } from "@/lib/store/incidents/writes";
import { lockMonitor } from "@/lib/store/monitors/monitors";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { announceIncident, readIncident } from "./incidents";

type Stored = NonNullable<Awaited<ReturnType<typeof lockIncident>>>;

/**
 * Moves one monitor out of a merged incident into an incident of its own, as if the two had never been merged. Open incidents stay open,
 * recovered ones stay recovered, and each counts the downtime of its own monitors.
 */
export async function unmergeIncident(
  caller: Caller,
  incidentId: number,
  { monitor_id: monitorId }: UnmergeIncident,
): Promise<Incident> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  const ownId = await tx(async (trx) => {
    // Lock monitors before incidents, as ingest does.
    await lockMonitor(trx, projectId, monitorId);
    const stored = found(await lockIncident(trx, projectId, incidentId));
    const detached =
      stored.type === "monitor" ? await detachMonitor(trx, projectId, incidentId, monitorId) : null;
    if (!detached) {
      throw invalidField(
        "monitor_id",
        "A monitor can be separated only from an incident of type monitor that has several monitors.",
      );
    }
    const id = await splitOff(trx, caller, stored, monitorId, detached);
    if (!(await endWithoutMonitors(trx, stored)) && detached.was_open)
      await endElsewhere(trx, stored, monitorId);
    await requestPageRender(trx, projectId);
    return id;
  });
  announceIncident(projectId, incidentId);
  announceIncident(projectId, ownId);
  return readIncident(projectId, ownId);
}

async function splitOff(
  trx: Tx,
  caller: Caller,
  stored: Stored,
  monitorId: number,
  detached: DetachedMonitor,
): Promise<number> {
  const { project_id: projectId } = stored;
  const { name } = present(
    (await incidentSubjects(trx, projectId, [monitorId])).get(monitorId),
    "the monitor",
  );
  const number = await nextIncidentNumber(trx, projectId);
  const incidentAt = detached.failing_since ?? stored.incident_at;
  const recoveryAt = detached.was_open ? null : (detached.recovered_at ?? stored.recovery_at);
  const incidentId = await insertIncident(trx, {
    ...number,
    project_id: projectId,
    type: "monitor",
    title: `${name} is down`.slice(0, 250),
    description: `Was part of ${stored.slug} (${stored.title}) until ${caller.label} separated it.`.slice(
      0,
      2000,
    ),
    impact: stored.impact,
    status: recoveryAt ? "recovered" : "ongoing",
    exclude_from_downtime: stored.exclude_from_downtime,
    incident_at: incidentAt,
    recovery_at: recoveryAt,
    times_by_hand: true,
    tags: null,
  });
  const link = { projectId, incidentId, monitorId, failingSince: incidentAt, recoveredAt: recoveryAt };
  await attachMonitor(trx, link);
  const out = `${caller.label} separated ${name} from this incident. It's now ${number.slug}.`;
  const from = `${caller.label} separated this incident from ${stored.slug}.`;
  const lines = [
    {
      incidentId: stored.id,
      kind: "unmerged",
      reason: out,
      detail: { monitor_id: monitorId, slug: number.slug },
    },
    { incidentId, kind: "opened", reason: from, detail: { monitor_id: monitorId, slug: stored.slug } },
  ];
  await updateIncidentRow(trx, projectId, stored.id, { times_by_hand: true });
  for (const line of lines) await addTimeline(trx, { projectId, occurredAt: now(), ...line });
  if (!recoveryAt) {
    const key = "uptime.incident.created";
    const entities = { separated_from: stored.slug };
    await recordEvent(trx, { projectId, key, occurredAt: incidentAt, incidentId, monitorId, entities });
  }
  return incidentId;
}

/** Ends the incident if the separated monitor was the last one keeping it open. Returns whether it is over. */
async function endWithoutMonitors(trx: Tx, stored: Stored): Promise<boolean> {
  if (stored.status === "recovered") return true;
  if ((await countOpenMonitors(trx, stored.project_id, stored.id)) > 0) return false;
  const at = (await latestPartialRecovery(trx, stored.project_id, stored.id)) ?? now();
  const reason = "The last monitor that was still down was separated from this incident.";
  await endIncident(trx, { projectId: stored.project_id, incidentId: stored.id, at, reason });
  return true;
}

/** Ends the incident for integrations whose alert rules cover only the separated monitor of those that are down in it. */
async function endElsewhere(trx: Tx, stored: Stored, monitorId: number): Promise<void> {
  await recordEvent(trx, {
    projectId: stored.project_id,
    key: "uptime.incident.partially_recovered",
    occurredAt: now(),
    incidentId: stored.id,
    monitorId,
    entities: { ending: "separated" },
  });
}
