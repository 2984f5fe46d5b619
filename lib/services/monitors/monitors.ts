import { recordNotFound } from "@/lib/contract/core/errors";
import type { Monitor, MonitorFilter } from "@/lib/contract/monitors/monitors";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import type { Listed, Page } from "@/lib/services/core/page";
import { present } from "@/lib/shared/assert";
import { type MonitorQuery, selectMonitor, selectMonitors } from "@/lib/store/monitors/monitors";
import { availabilitiesOf } from "./availability";
import { toMonitor } from "./wire";

export function monitorQuery(filter: MonitorFilter): MonitorQuery {
  return {
    tags: filter.tag ?? [],
    statuses: filter.status ?? [],
    protocols: filter.protocol ?? [],
    regions: filter.region ?? [],
    search: filter.search ?? "",
  };
}

export async function listMonitors(
  caller: Caller,
  filter: MonitorFilter,
  page: Page,
): Promise<Listed<Monitor>> {
  requirePermission(caller, "uptime:read");
  const projectId = projectOf(caller);
  const { rows, total } = await selectMonitors(projectId, monitorQuery(filter), page.limit, page.offset);
  const availabilities = await availabilitiesOf(
    projectId,
    rows.map((row) => row.id),
  );
  return {
    items: rows.map((row) => toMonitor(row, present(availabilities.get(row.id), "availability"))),
    total,
  };
}

/** Returns a monitor. Throws 404 if it is missing or belongs to another project. */
export async function getMonitor(caller: Caller, monitorId: number): Promise<Monitor> {
  requirePermission(caller, "uptime:read");
  return readMonitor(projectOf(caller), monitorId);
}

/** Returns a monitor without a permission check, for services that have already checked. */
export async function readMonitor(projectId: number, monitorId: number): Promise<Monitor> {
  const row = await selectMonitor(projectId, monitorId);
  if (!row) throw recordNotFound();
  const availabilities = await availabilitiesOf(projectId, [monitorId]);
  return toMonitor(row, present(availabilities.get(monitorId), "availability"));
}
