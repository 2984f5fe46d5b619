import { partialAvailabilities } from "@/lib/engine/report";
import { now } from "@/lib/shared/clock";
import type { Availabilities } from "./wire";

const DAY_MS = 24 * 3600 * 1000;

/** Returns the availability of every given monitor over the last day and the last seven, by the formula of reports. */
export async function availabilitiesOf(
  projectId: number,
  monitorIds: readonly number[],
): Promise<Map<number, Availabilities>> {
  const found = new Map<number, Availabilities>(
    monitorIds.map((id) => [id, { oneDay: 100, sevenDays: 100 }]),
  );
  if (monitorIds.length === 0) return found;
  const end = now();
  const partial = await partialAvailabilities(
    projectId,
    monitorIds,
    [daysBefore(end, 7), daysBefore(end, 1)],
    end,
  );
  for (const [id, [sevenDays, oneDay]] of partial) found.set(id, { oneDay, sevenDays });
  return found;
}

/** Returns the availability over the last seven days of the project's monitors that aren't at 100 percent. */
export async function weekBelowFull(projectId: number): Promise<Map<number, number | null>> {
  const end = now();
  const partial = await partialAvailabilities(projectId, null, [daysBefore(end, 7)], end);
  return new Map([...partial].map(([id, [share]]) => [id, share]));
}

function daysBefore(end: Date, days: number): Date {
  return new Date(end.getTime() - days * DAY_MS);
}
