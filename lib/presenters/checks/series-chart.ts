import type { Series, SeriesPhase, SeriesPoint } from "@/lib/contract/checks/series";
import { csvText } from "@/lib/domain/core/csv";
import { timeTicks, valueTicks } from "@/lib/domain/core/ticks";
import type { Metric, Zoom } from "./series-view";

export const PHASES: readonly { key: SeriesPhase; label: string }[] = [
  { key: "dns", label: "DNS" },
  { key: "connect", label: "Connect" },
  { key: "tls", label: "TLS" },
  { key: "first_byte", label: "First byte" },
  { key: "transfer", label: "Transfer" },
];

/** One step: a value per region, or per phase, and its failed and inconclusive checks. Steps without a check are absent. */
export interface ChartRow {
  at: number;
  down: number;
  inconclusive: number;
  values: Partial<Record<string, number | null>>;
}

/** Returns the steps of the shown regions. Phases are means over these regions, weighted by successful checks. */
export function chartRows(series: Series, metric: Metric, shown: readonly string[]): ChartRow[] {
  const points = new Map<number, [string, SeriesPoint][]>();
  for (const { region, points: own } of series.regions) {
    if (!shown.includes(region)) continue;
    for (const point of own) {
      const at = Date.parse(point.at);
      points.set(at, [...(points.get(at) ?? []), [region, point]]);
    }
  }
  return [...points]
    .sort(([a], [b]) => a - b)
    .map(([at, own]) => ({
      at,
      down: sum(own.map(([, point]) => point.down)),
      inconclusive: sum(own.map(([, point]) => point.inconclusive)),
      values:
        metric === "phases"
          ? meanPhases(own.map(([, point]) => point))
          : Object.fromEntries(own.map(([region, point]) => [region, point[metric]])),
    }));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function meanPhases(points: readonly SeriesPoint[]): ChartRow["values"] {
  return Object.fromEntries(
    PHASES.map(({ key }) => {
      const timed = points.flatMap(({ up, phases }) => (phases?.[key] == null ? [] : [[up, phases[key]]]));
      const checks = sum(timed.map(([up = 0]) => up));
      return [key, checks > 0 ? sum(timed.map(([up = 0, value = 0]) => up * value)) / checks : null];
    }),
  );
}

/** Moves the steps of the previous period into the range, so that both can be drawn over each other. */
export function movedBy(rows: readonly ChartRow[], ms: number): ChartRow[] {
  return rows.map((row) => ({ ...row, at: row.at + ms }));
}

/** More than this many steps without a check break a line, since they are neither good nor bad. */
const GAP_STEPS = 2.5;

/** Returns a line with a null at each gap, where the chart breaks it. */
export function linePoints(
  rows: readonly ChartRow[],
  key: string,
  stepMs: number,
): { at: number; value: number | null }[] {
  const points: { at: number; value: number | null }[] = [];
  for (const { at, values } of rows) {
    const last = points.at(-1);
    if (last && at - last.at > stepMs * GAP_STEPS) points.push({ at: last.at + stepMs, value: null });
    points.push({ at, value: values[key] ?? null });
  }
  return points;
}

/** Returns the rows with an empty one where each run of steps ends, so that the last step of a run keeps its width. */
export function stackRows(rows: readonly ChartRow[], stepMs: number): ChartRow[] {
  return rows.flatMap((row, index) => {
    const end = row.at + stepMs;
    const next = rows[index + 1];
    return next && next.at <= end ? [row] : [row, { at: end, down: 0, inconclusive: 0, values: {} }];
  });
}

const MIN_VALUES = 20;
const FAR_ABOVE = 1.5;
const HEADROOM = 1.2;

/**
 * Returns the highest value that the scale has to reach. A few spikes far above the 99th percentile don't flatten everything else;
 * they are cut off and marked.
 */
export function scaleTop(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const highest = sorted.at(-1) ?? 0;
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 2] ?? highest;
  return sorted.length >= MIN_VALUES && highest > p99 * FAR_ABOVE ? p99 * HEADROOM : highest;
}

/** Returns the values that a scale is made for: of each line, or of whole stacks. */
export function scaledValues(rows: readonly ChartRow[], stacked: boolean): number[] {
  return rows.flatMap(({ values }) => {
    const known = Object.values(values).flatMap((value) => value ?? []);
    return stacked ? (known.length > 0 ? [sum(known)] : []) : known;
  });
}

const MAX_TICKS = 5;

/** Returns round local times within the range, and round values from 0 to the top, in milliseconds. */
export function chartTicks(top: number, { from, to }: Zoom, timeZone: string) {
  return { times: timeTicks(from, to, timeZone, MAX_TICKS), values: valueTicks(top, MAX_TICKS - 1) };
}

/** Returns the chart's data as CSV, with a header row. */
export function seriesCsv(series: Series, shown: readonly string[]): string {
  const phases = PHASES.map(({ key }) => key);
  const head = ["time", "region", "p50_ms", "p95_ms", "p99_ms", "up", "down", "inconclusive"];
  const rows = series.regions
    .filter(({ region }) => shown.includes(region))
    .flatMap(({ region, points }) =>
      points.map((point) => [
        point.at,
        region,
        point.p50,
        point.p95,
        point.p99,
        point.up,
        point.down,
        point.inconclusive,
        ...phases.map((phase) => point.phases?.[phase] ?? null),
      ]),
    );
  return csvText([[...head, ...phases.map((phase) => `${phase}_ms`)], ...rows]);
}
