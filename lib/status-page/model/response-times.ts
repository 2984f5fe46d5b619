import { combinedPercentile } from "@/lib/domain/checks/response-time";
import type { SeriesRow } from "@/lib/store/checks/series";

/** Response times of one component over a range, from successful checks of all regions. */
export interface ResponseTimes {
  readonly hours: number;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
  readonly points: readonly ResponsePoint[];
  /** Over the whole range; null without a successful check. */
  readonly overall: Omit<ResponsePoint, "at"> | null;
}

export interface ResponsePoint {
  /** Start of the step, epoch milliseconds. */
  readonly at: number;
  readonly medianMs: number;
  readonly p95Ms: number;
}

/** The ranges that a component's page offers, with steps that make about 50 points. `source` is the finest that covers the range. */
export const RESPONSE_RANGES = [
  { hours: 24, stepMs: 1_800_000, source: "results" },
  { hours: 7 * 24, stepMs: 3 * 3_600_000, source: "hourly" },
  { hours: 30 * 24, stepMs: 12 * 3_600_000, source: "hourly" },
] as const;

/**
 * Combines the regions of a series. Percentiles of several regions can't be combined exactly; these are means weighted by
 * successful checks.
 */
export function responseTimes(
  rows: readonly SeriesRow[],
  range: Pick<ResponseTimes, "hours" | "from" | "to" | "stepMs">,
): ResponseTimes {
  const steps = new Map<number | null, SeriesRow[]>();
  for (const row of rows) {
    const at = row.at?.getTime() ?? null;
    steps.set(at, [...(steps.get(at) ?? []), row]);
  }
  const points = [...steps].flatMap(([at, parts]) => {
    const combined = combine(parts);
    return at === null || combined === null ? [] : [{ at, ...combined }];
  });
  return { ...range, points: points.sort((a, b) => a.at - b.at), overall: combine(steps.get(null) ?? []) };
}

function combine(rows: readonly SeriesRow[]): Omit<ResponsePoint, "at"> | null {
  const median = combinedPercentile(rows.map(({ up, p50_us: value }) => ({ up, value })));
  const p95 = combinedPercentile(rows.map(({ up, p95_us: value }) => ({ up, value })));
  return median === null || p95 === null ? null : { medianMs: median / 1000, p95Ms: p95 / 1000 };
}
