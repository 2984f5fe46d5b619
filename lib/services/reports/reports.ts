import { invalidField, recordNotFound } from "@/lib/contract/core/errors";
import type { Incident } from "@/lib/contract/incidents/incidents";
import type {
  MonitorReport,
  ProjectReport,
  ProjectReportQuery,
  ReportQuery,
  ReportSort,
} from "@/lib/contract/reports/reports";
import type { DateRange } from "@/lib/domain/core/span";
import { MAX_REPORT_YEARS } from "@/lib/domain/reports/range";
import { type Parts, reportMonitors, reportParts, reportTotals } from "@/lib/engine/report";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import type { Page } from "@/lib/services/core/page";
import { toIncident } from "@/lib/services/incidents/wire";
import { monitorQuery } from "@/lib/services/monitors/monitors";
import { isoSeconds, now, yearsAfter } from "@/lib/shared/clock";
import { DAY_MS } from "@/lib/shared/durations";
import { pick } from "@/lib/shared/pick";
import { selectIncidentsById } from "@/lib/store/incidents/incidents";
import { type SortedQuery, selectMonitorIdPage, selectMonitorIds } from "@/lib/store/monitors/list";
import { type CheckedRow, responseTimesByDay } from "@/lib/store/reports/coverage";

const DEFAULT_DAYS = 30;
/** The default end is later than the caller's clock when it chose the start. */
const UNDERWAY_MS = 60_000;
/** Response times are read for every monitor and day, even of monitors without trouble. */
const MONITOR_DAYS_MAX = 50_000;
const INCIDENTS_IN_PROJECT_REPORT = 100;
const EVERY_MONITOR = monitorQuery({});

/** Returns one monitor's report over a range; `page` and `per_page` apply to its incidents. */
export async function getMonitorReport(
  caller: Caller,
  monitorId: number,
  query: ReportQuery,
): Promise<MonitorReport> {
  requirePermission(caller, "uptime:read");
  const projectId = projectOf(caller);
  const range = rangeOf(query);
  const [report] = await readReports(projectId, [monitorId], range, pageOf(query));
  if (!report) throw recordNotFound();
  return report;
}

/**
 * Returns the report of all monitors of the project over a range, or of those with a tag. Sorting and paging apply to the list of monitors; the
 * figures cover all of them.
 */
export async function getProjectReport(caller: Caller, query: ProjectReportQuery): Promise<ProjectReport> {
  requirePermission(caller, "uptime:read");
  const projectId = projectOf(caller);
  const range = rangeOf(query);
  const tags = query.tag ?? [];
  const monitors = { ...EVERY_MONITOR, tags };
  const chosen = tags.length > 0 ? await selectMonitorIds(projectId, monitors) : null;
  const parts = await reportParts(projectId, chosen, range);
  const sorted = { ...monitors, ...orderOf(query.sort ?? "availability", parts) };
  const { ids, total: count } = await selectMonitorIdPage(projectId, sorted, pageOf(query));
  const { total, ...figures } = reportTotals(parts, count, range);
  const isSmall = figures.days.length * count <= MONITOR_DAYS_MAX;
  const every = isSmall ? (chosen ?? (await selectMonitorIds(projectId, monitors))) : [];
  const times = await responseTimesByDay(projectId, every, range);
  const reports = await readReports(projectId, ids, range, {
    limit: INCIDENTS_IN_PROJECT_REPORT,
    offset: 0,
  });
  return {
    downtime: total.downtime,
    availability: total.availability,
    min_availability: figures.minAvailability,
    max_availability: figures.maxAvailability,
    mttr: total.mttr,
    mtbf: total.mtbf,
    highest_incident_impact: total.highestImpact,
    report_start_at: isoSeconds(range.from),
    report_end_at: isoSeconds(range.to),
    days: figures.days.map((day) => ({
      ...day,
      at: isoSeconds(new Date(day.at)),
      response_time: times.get(day.at) ?? { p50: null, p95: null },
    })),
    monitor_count: count,
    monitors: reports,
  };
}

/** Returns the order of a report's monitors for the store, with the values of those that have others than most. */
function orderOf(sort: ReportSort, { availabilities }: Parts): Pick<SortedQuery, "sort" | "shares"> {
  if (sort === "name" || sort === "-name") return { sort, shares: null };
  const isDowntime = sort.endsWith("downtime");
  const values = [...availabilities].map(
    ([id, { percent, downSeconds }]) => [id, isDowntime ? downSeconds : percent] as const,
  );
  return {
    sort: sort.replace("availability", "seven_days_availability") as SortedQuery["sort"],
    shares: new Map(values),
  };
}

async function readReports(
  projectId: number,
  ids: readonly number[],
  range: DateRange,
  page: Page,
): Promise<MonitorReport[]> {
  const monitors = await reportMonitors(projectId, ids, range.from, range.to);
  const wanted = new Set(monitors.flatMap((monitor) => cut(monitor.incidentIds, page)));
  const rows = await selectIncidentsById(projectId, [...wanted]);
  const incidents = new Map<number, Incident>(rows.map((row) => [row.id, toIncident(row)]));
  return monitors.map((monitor) => ({
    id: monitor.monitorId,
    name: monitor.name,
    incident_count: monitor.incidentCount,
    ...pick(monitor, "downtime", "availability", "mttr", "mtbf"),
    highest_incident_impact: monitor.highestImpact,
    coverage: monitor.checkedShare,
    response_time: responseTime(monitor.checks),
    incidents: cut(monitor.incidentIds, page).flatMap((id) => incidents.get(id) ?? []),
  }));
}

function responseTime(found: CheckedRow | null): MonitorReport["response_time"] {
  return { p50: found?.p50 ?? null, p95: found?.p95 ?? null, p99: found?.p99 ?? null };
}

function cut(ids: readonly number[], { offset, limit }: Page): readonly number[] {
  return ids.slice(offset, offset + limit);
}

function pageOf({ page, per_page }: ReportQuery): Page {
  return { limit: per_page, offset: (page - 1) * per_page };
}

/** Returns the range: the last 30 days by default. A range that reaches into the future ends now. */
function rangeOf(query: ReportQuery): DateRange {
  const at = now();
  const to = query.to ?? at;
  const from = query.from ?? new Date(to.getTime() - DEFAULT_DAYS * DAY_MS);
  if (from > to) {
    throw invalidField(
      "from",
      `The range must start before it ends; got ${isoSeconds(from)} to ${isoSeconds(to)}.`,
    );
  }
  const earliest = yearsAfter(to, -MAX_REPORT_YEARS).getTime() - (query.to ? 0 : UNDERWAY_MS);
  if (from.getTime() < earliest) {
    throw invalidField(
      "from",
      `The range may span at most ${MAX_REPORT_YEARS} years; got ${isoSeconds(from)} to ${isoSeconds(to)}.`,
    );
  }
  const endMs = Math.min(to.getTime(), at.getTime());
  return { from: new Date(Math.min(from.getTime(), endMs)), to: new Date(endMs) };
}
