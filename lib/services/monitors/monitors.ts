import { recordNotFound } from "@/lib/contract/core/errors";
import type { Monitor, MonitorFilter, MonitorSort } from "@/lib/contract/monitors/monitors";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import type { Listed, Page } from "@/lib/services/core/page";
import { sharedRead } from "@/lib/services/core/shared-read";
import { present } from "@/lib/shared/assert";
import { type MonitorQuery, selectMonitorIds, selectMonitors } from "@/lib/store/monitors/list";
import { type MonitorRow, selectMonitor, selectMonitorsById } from "@/lib/store/monitors/monitors";
import { availabilitiesOf } from "./availability";
import { toMonitor } from "./wire";

export function monitorQuery(filter: MonitorFilter): MonitorQuery {
  return {
    ids: filter.id ?? [],
    tags: filter.tag ?? [],
    statuses: filter.status ?? [],
    states: filter.state ?? [],
    protocols: filter.protocol ?? [],
    regions: filter.region ?? [],
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
  const query = monitorQuery(filter);
  if (isByAvailability(sort)) return listByAvailability(projectId, query, sort, page);
  const { rows, total } = await selectMonitors(projectId, { ...query, sort }, page.limit, page.offset);
  return { items: await toMonitors(projectId, rows), total };
}

type ByAvailability = Extract<MonitorSort, `${string}seven_days_availability`>;

function isByAvailability(sort: MonitorSort): sort is ByAvailability {
  return sort.endsWith("seven_days_availability");
}

/** Availability is computed from incidents instead of stored, so all matching monitors are sorted here. */
async function listByAvailability(
  projectId: number,
  query: MonitorQuery,
  sort: ByAvailability,
  { limit, offset }: Page,
): Promise<Listed<Monitor>> {
  const ids = await selectMonitorIds(projectId, query);
  const availabilities = await availabilitiesOf(projectId, ids);
  const sign = sort.startsWith("-") ? -1 : 1;
  const share = (id: number) => availabilities.get(id)?.sevenDays ?? null;
  ids.sort((a, b) => {
    const [one, other] = [share(a), share(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null) || b - a;
    return sign * (one - other) || b - a;
  });
  const rows = await selectMonitorsById(projectId, ids.slice(offset, offset + limit));
  return { items: await toMonitors(projectId, rows), total: ids.length };
}

async function toMonitors(projectId: number, rows: readonly MonitorRow[]): Promise<Monitor[]> {
  const ids = rows.map((row) => row.id);
  const availabilities = await availabilitiesOf(projectId, ids);
  return rows.map((row) => toMonitor(row, present(availabilities.get(row.id), "availability")));
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
