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
  const steps = new Map<number | null, Sum>();
  for (const { at, up, p50_us: p50, p95_us: p95 } of rows) {
    if (p50 === null || p95 === null || up === 0) continue;
    const key = at?.getTime() ?? null;
    const sum = steps.get(key) ?? { checks: 0, median: 0, p95: 0 };
    steps.set(key, { checks: sum.checks + up, median: sum.median + p50 * up, p95: sum.p95 + p95 * up });
  }
  const points = [...steps].flatMap(([at, sum]) => (at === null ? [] : [{ at, ...meanOf(sum) }]));
  const overall = steps.get(null);
  return {
    ...range,
    points: points.sort((a, b) => a.at - b.at),
    overall: overall ? meanOf(overall) : null,
  };
}

interface Sum {
  readonly checks: number;
  readonly median: number;
  readonly p95: number;
}

function meanOf({ checks, median, p95 }: Sum): Omit<ResponsePoint, "at"> {
  return { medianMs: median / checks / 1000, p95Ms: p95 / checks / 1000 };
}
