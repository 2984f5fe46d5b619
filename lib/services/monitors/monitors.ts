import { found } from "@/lib/contract/core/errors";
import type { Monitor, MonitorFilter, MonitorSort } from "@/lib/contract/monitors/monitors";
import { partialAvailabilities } from "@/lib/engine/report";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import type { Listed, Page } from "@/lib/services/core/page";
import { sharedRead } from "@/lib/services/core/shared-read";
import { now } from "@/lib/shared/clock";
import { DAY_MS } from "@/lib/shared/durations";
import { type MonitorQuery, selectMonitors } from "@/lib/store/monitors/list";
import { selectMonitor } from "@/lib/store/monitors/monitors";
import { type Availabilities, toMonitor } from "./wire";

export function monitorQuery(filter: MonitorFilter): MonitorQuery {
  return {
    ids: filter.id ?? [],
    tags: filter.tag ?? [],
    statuses: filter.status ?? [],
    states: filter.state ?? [],
    protocols: filter.protocol ?? [],
    regions: filter.region ?? [],
    incidents: filter.incident_id ?? [],
    groups: filter.group_id ?? [],
    search: filter.search ?? "",
  };
}

/** Returns one page of the project's monitors. */
export async function listMonitors(
  caller: Caller,
  { sort = "-id", ...filter }: MonitorFilter & { sort?: MonitorSort },
  page: Page,
): Promise<Listed<Monitor>> {
  requirePermission(caller, "uptime:read");
  return sharedRead(caller, ["monitors", sort, filter, page], () =>
    readMonitors(projectOf(caller), { sort, ...filter }, page),
  );
}

async function readMonitors(
  projectId: number,
  { sort, ...filter }: MonitorFilter & { sort: MonitorSort },
  page: Page,
): Promise<Listed<Monitor>> {
  const all = sort.endsWith("seven_days_availability")
    ? await availabilitiesBelowFull(projectId, null)
    : null;
  const shares = all && new Map([...all].map(([id, { sevenDays }]) => [id, sevenDays]));
  const query = { ...monitorQuery(filter), sort, shares };
  const { rows, total } = await selectMonitors(projectId, query, page);
  const ids = rows.map((row) => row.id);
  const availabilities = all ?? (await availabilitiesBelowFull(projectId, ids));
  return { items: rows.map((row) => toMonitor(row, availabilities.get(row.id) ?? FULL)), total };
}

/** Returns a monitor. Throws 404 if it is missing or belongs to another project. */
export async function getMonitor(caller: Caller, monitorId: number): Promise<Monitor> {
  requirePermission(caller, "uptime:read");
  return readMonitor(projectOf(caller), monitorId);
}

/** Returns a monitor without a permission check, for services that have already checked. */
export async function readMonitor(projectId: number, monitorId: number): Promise<Monitor> {
  const row = found(await selectMonitor(projectId, monitorId));
  const availabilities = await availabilitiesBelowFull(projectId, [monitorId]);
  return toMonitor(row, availabilities.get(monitorId) ?? FULL);
}

/** The availability of a monitor that was up and watched throughout. */
export const FULL: Availabilities = { oneDay: 100, sevenDays: 100 };

/**
 * Returns the availability over the last day and the last seven, by the formula of reports, of the given monitors or of a whole
 * project. Those left out are `FULL`.
 */
export async function availabilitiesBelowFull(
  projectId: number,
  monitorIds: readonly number[] | null,
): Promise<Map<number, Availabilities>> {
  if (monitorIds?.length === 0) return new Map();
  const end = now();
  const daysBefore = (days: number) => new Date(end.getTime() - days * DAY_MS);
  const partial = await partialAvailabilities(projectId, monitorIds, [daysBefore(7), daysBefore(1)], end);
  return new Map([...partial].map(([id, [sevenDays, oneDay]]) => [id, { oneDay, sevenDays }]));
}
