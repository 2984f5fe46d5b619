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
export function stripCells(hours: readonly Hour[], now: Date): Hour[] {
  const known = new Map(hours.map((hour) => [Date.parse(hour.at), hour]));
  const last = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  return Array.from({ length: HOURS }, (_, index) => {
    const at = last - (HOURS - 1 - index) * HOUR_MS;
    return known.get(at) ?? { at: new Date(at).toISOString(), up: 0, down: 0, p50: null };
  });
}

/** Returns the last 24 hours of several monitors together, oldest first. */
export function projectSteps(
  strips: readonly { hours: readonly Hour[] }[],
  now: Date,
): { up: number; down: number }[] {
  const cells = strips.map(({ hours }) => stripCells(hours, now));
  const sum = (index: number, key: "up" | "down") =>
    cells.reduce((total, each) => total + (each[index]?.[key] ?? 0), 0);
  return Array.from({ length: HOURS }, (_, index) => ({ up: sum(index, "up"), down: sum(index, "down") }));
}

/** Describes the last 24 hours for screen readers. */
export function stripWords({ hours }: { hours: readonly Hour[] }): string {
  const bad = hours.filter((hour) => hour.down > 0).length;
  const unseen = HOURS - hours.filter((hour) => hour.up + hour.down > 0).length;
  return `Last 24 hours: failures in ${bad}, no data in ${unseen}`;
}
