import { partialAvailabilities } from "@/lib/engine/report";
import { now } from "@/lib/shared/clock";
import { DAY_MS } from "@/lib/shared/durations";
import type { Availabilities } from "./wire";

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
