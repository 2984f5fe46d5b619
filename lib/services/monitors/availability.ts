import { reportMonitors } from "@/lib/engine/report";
import { now } from "@/lib/shared/clock";
import { eventfulMonitorIds } from "@/lib/store/reports/coverage";
import type { Availabilities } from "./wire";

const DAY_MS = 24 * 3600 * 1000;

/**
 * Returns the availability of every given monitor over the last day and the last seven, by the formula of reports. Adds up only monitors
 * with incidents or pauses, so that a page of a hundred quiet ones costs one index scan.
 */
export async function availabilitiesOf(
  projectId: number,
  monitorIds: readonly number[],
): Promise<Map<number, Availabilities>> {
  const found = new Map<number, Availabilities>(
    monitorIds.map((id) => [id, { oneDay: 100, sevenDays: 100 }]),
  );
  const end = now();
  const [dayAgo, weekAgo] = [1, 7].map((days) => new Date(end.getTime() - days * DAY_MS)) as [Date, Date];
  const ids = await eventfulMonitorIds(projectId, monitorIds, weekAgo);
  if (ids.length === 0) return found;
  const [day, week] = await Promise.all([
    reportMonitors(projectId, ids, dayAgo, end),
    reportMonitors(projectId, ids, weekAgo, end),
  ]);
  day.monitors.forEach((figures, at) => {
    const sevenDays = week.monitors[at]?.availability ?? null;
    found.set(figures.monitorId, { oneDay: figures.availability, sevenDays });
  });
  return found;
}
