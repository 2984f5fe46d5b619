import type { Series } from "@/lib/contract/checks/series";
import type { Region } from "@/lib/contract/core/regions";
import { timeTicks, valueTicks } from "@/lib/domain/core/ticks";
import { now } from "@/lib/shared/clock";

export type RangeKey = "hour" | "day" | "week" | "month";
export const RANGES: readonly { value: RangeKey; label: string }[] = [
  { value: "hour", label: "1 h" },
  { value: "day", label: "24 h" },
  { value: "week", label: "7 d" },
  { value: "month", label: "30 d" },
];
const SECONDS: Record<RangeKey, number> = { hour: 3600, day: 86_400, week: 604_800, month: 2_592_000 };

/** The visible part of the chart, in milliseconds since 1970. */
export interface Zoom {
  from: number;
  to: number;
}

/** Returns the window to request. Ranges up to now end at a whole minute, so that the cache serves for one minute. */
export function windowOf(range: RangeKey, zoom: Zoom | null): { from: string; to: string } {
  const end = zoom?.to ?? Math.ceil(now().getTime() / 60_000) * 60_000;
  const start = zoom?.from ?? end - SECONDS[range] * 1000;
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
}

/** One row per step: p50 of each region, failed checks, and inconclusive checks. Steps without a check break the line. */
export type ChartRow = { at: number; down: number; inconclusive: number } & Partial<
  Record<Region, number | null>
>;

export function chartRows(series: Series): ChartRow[] {
  const rows = new Map<number, ChartRow>();
  for (const { region, points } of series.regions) {
    for (const point of points) {
      const at = Date.parse(point.at);
      const row = rows.get(at) ?? { at, down: 0, inconclusive: 0 };
      row.down += point.down;
      row.inconclusive += point.inconclusive;
      row[region] = point.p50;
      rows.set(at, row);
    }
  }
  return withGaps(
    [...rows.values()].sort((a, b) => a.at - b.at),
    series.step_seconds * 1000,
  );
}

function withGaps(rows: ChartRow[], stepMs: number): ChartRow[] {
  return rows.flatMap((row, index) => {
    const before = rows[index - 1];
    const gap = before !== undefined && row.at - before.at > stepMs * 2.5;
    return gap ? [{ at: before.at + stepMs, down: 0, inconclusive: 0 }, row] : [row];
  });
}

const MAX_TICKS = 5;

/** Returns round local times within the window, and round values from 0 to the highest, in milliseconds. */
export function chartTicks(
  rows: readonly ChartRow[],
  regions: readonly Region[],
  { from, to }: Zoom,
  timeZone: string,
): { times: number[]; values: number[] } {
  const highest = rows.reduce((most, row) => Math.max(most, ...regions.map((region) => row[region] ?? 0)), 0);
  return { times: timeTicks(from, to, timeZone, MAX_TICKS), values: valueTicks(highest, MAX_TICKS - 1) };
}
