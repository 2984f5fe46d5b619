import type { Strip } from "@/lib/contract/checks/series";
import { HOUR_MS } from "@/lib/shared/durations";

interface Hour {
  at: string;
  up: number;
  down: number;
  /** Median response time in milliseconds. */
  p50: number | null;
}

const HOURS = 24;

/** Returns the last 24 hours, oldest first. Hours missing from the response had no checks. */
export function stripCells(hours: Strip["hours"] | undefined, now: Date): Hour[] {
  const last = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  return Array.from({ length: HOURS }, (_, index) => {
    const at = last - (HOURS - 1 - index) * HOUR_MS;
    const place = hours ? (at - Date.parse(hours.from)) / HOUR_MS : -1;
    return {
      at: new Date(at).toISOString(),
      up: hours?.up[place] ?? 0,
      down: hours?.down[place] ?? 0,
      p50: hours?.p50[place] ?? null,
    };
  });
}

/** Returns the last 24 hours of several monitors together, oldest first. */
export function projectSteps(
  strips: readonly Pick<Strip, "hours">[],
  now: Date,
): { up: number; down: number }[] {
  const cells = strips.map(({ hours }) => stripCells(hours, now));
  const sum = (index: number, key: "up" | "down") =>
    cells.reduce((total, each) => total + (each[index]?.[key] ?? 0), 0);
  return Array.from({ length: HOURS }, (_, index) => ({ up: sum(index, "up"), down: sum(index, "down") }));
}

/** Describes the last 24 hours for screen readers. */
export function stripWords(cells: readonly Hour[]): string {
  const bad = cells.filter((hour) => hour.down > 0).length;
  const unseen = cells.filter((hour) => hour.up + hour.down === 0).length;
  return `Last 24 hours: failures in ${bad}, no data in ${unseen}`;
}
