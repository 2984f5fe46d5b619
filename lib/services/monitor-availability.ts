import { now } from "@/lib/shared/clock";
import { observedSeconds } from "@/lib/store/availability";
import type { Availabilities } from "./monitor-wire";

const DAY_MS = 24 * 3600 * 1000;

/** Availability of monitors over the last day and the last seven, every id present. */
export async function availabilitiesOf(
  projectId: number,
  monitorIds: readonly number[],
): Promise<Map<number, Availabilities>> {
  const found = new Map<number, Availabilities>(
    monitorIds.map((id) => [id, { oneDay: null, sevenDays: null }]),
  );
  if (monitorIds.length === 0) return found;
  const end = now();
  const starts = [1, 7].map((days) => new Date(end.getTime() - days * DAY_MS));
  for (const row of await observedSeconds(projectId, monitorIds, starts, end)) {
    const entry = found.get(row.monitor_id);
    if (entry) entry[row.slot === 0 ? "oneDay" : "sevenDays"] = availability(row.observed, row.down);
  }
  return found;
}

/** Rounded down to a ten-thousandth of a percent: 99.99996 is not 100. */
function availability(observedSeconds: number, downSeconds: number): number | null {
  if (observedSeconds <= 0) return null;
  return Math.floor(1_000_000 * (1 - downSeconds / observedSeconds)) / 10_000;
}
