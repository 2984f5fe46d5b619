import { found } from "@/lib/contract/core/errors";
import type { Incident, IncidentFilter, IncidentSort } from "@/lib/contract/incidents/incidents";
import { recoverIncidentRow } from "@/lib/engine/incident-recovery";
import { audit } from "@/lib/services/core/audit";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { now } from "@/lib/shared/clock";
import { recordDeletedIncident } from "@/lib/store/alerting/early-ends";
import { hint } from "@/lib/store/core/hints";
import { tx } from "@/lib/store/core/tx";
import { lockIncident, selectIncident, selectIncidents } from "@/lib/store/incidents/incidents";
import { deleteIncidentRow } from "@/lib/store/incidents/writes";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { selectLastShown } from "@/lib/store/status-pages/rows";
import { toIncident } from "./wire";

export async function listIncidents(
  caller: Caller,
  filter: IncidentFilter & { sort?: IncidentSort },
  page: Page,
): Promise<Listed<Incident>> {
  requirePermission(caller, "uptime:read");
  const query = {
    monitorIds: filter.monitor_id ?? [],
    tags: filter.tag ?? [],
    statuses: filter.status ?? [],
    types: filter.type ?? [],
    search: filter.search ?? "",
    sort: filter.sort ?? "-id",
  };
  return itemsOf(selectIncidents(projectOf(caller), query, page), toIncident);
}

/** Returns an incident. Throws 404 if it is missing or belongs to another project. */
export async function getIncident(caller: Caller, incidentId: number): Promise<Incident> {
  requirePermission(caller, "uptime:read");
  return readIncident(projectOf(caller), incidentId);
}

/** Returns an incident without a permission check, for services that have already checked. */
export async function readIncident(projectId: number, incidentId: number): Promise<Incident> {
  return toIncident(found(await selectIncident(projectId, incidentId)));
}

/** Recovers an open incident now; leaves a recovered one as it is. */
export async function recoverIncident(caller: Caller, incidentId: number): Promise<void> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  await tx(async (trx) => {
    const stored = found(await lockIncident(trx, projectId, incidentId));
    if (stored.status === "recovered") return;
    const at = now() > stored.incident_at ? now() : new Date(stored.incident_at.getTime() + 1000);
    const reason = `${caller.label} resolved the incident.`;
    await recoverIncidentRow(trx, { projectId, incidentId, at, reason });
    const subject = { type: "incident", id: incidentId };
    await audit(trx, caller, "incident.recovered", subject, { name: stored.title });
  });
  announceIncident(projectId, incidentId);
}

/**
 * Deletes an incident with its updates. Its downtime disappears from reports. Everyone notified of an open incident is
 * notified of its end.
 */
export async function deleteIncident(caller: Caller, incidentId: number): Promise<void> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  await tx(async (trx) => {
    const stored = found(await lockIncident(trx, projectId, incidentId));
    const at = now();
    const lastShown = await selectLastShown(trx, { projectId, incidentId, now: at });
    await recordDeletedIncident(trx, stored, { lastShown, at });
    await deleteIncidentRow(projectId, incidentId, trx);
    const subject = { type: "incident", id: incidentId };
    await audit(trx, caller, "incident.deleted", subject, { name: stored.title });
    await requestPageRender(trx, projectId);
  });
  announceIncident(projectId, incidentId);
}

/** Notifies the project's open dashboards. Call after the commit. */
export function announceIncident(projectId: number, incidentId: number): void {
  hint("live", { project_id: projectId, topic: "incidents", id: incidentId });
}
