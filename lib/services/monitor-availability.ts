import { reportMonitors } from "@/lib/engine/report";
import { now } from "@/lib/shared/clock";
import type { Availabilities } from "./monitor-wire";

const DAY_MS = 24 * 3600 * 1000;

/** Availability of monitors over the last day and the last seven, every id present; the report's own formula. */
export async function availabilitiesOf(
  projectId: number,
  monitorIds: readonly number[],
): Promise<Map<number, Availabilities>> {
  const end = now();
  const over = async (days: number) => {
    if (monitorIds.length === 0) return new Map<number, number | null>();
    const start = new Date(end.getTime() - days * DAY_MS);
    const { monitors } = await reportMonitors(projectId, monitorIds, start, end);
    return new Map(monitors.map((monitor) => [monitor.monitorId, monitor.availability]));
  };
  const [day, week] = await Promise.all([over(1), over(7)]);
  return new Map(
    monitorIds.map((id) => [id, { oneDay: day.get(id) ?? null, sevenDays: week.get(id) ?? null }]),
  );
}
