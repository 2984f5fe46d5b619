import {
  SERIES_PHASES,
  type Series,
  type SeriesPoint,
  type SeriesQuery,
  type Strip,
  type Strips,
} from "@/lib/contract/checks/series";
import { invalidField, recordNotFound } from "@/lib/contract/core/errors";
import type { Region } from "@/lib/contract/core/regions";
import { combinedPercentile } from "@/lib/domain/checks/response-time";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { isoSeconds, now } from "@/lib/shared/clock";
import { env } from "@/lib/shared/env";
import { rawSeries, rolledSeries, type SeriesRow, type StripRow, stripRows } from "@/lib/store/checks/series";
import { knownMonitorIds } from "@/lib/store/monitors/monitors";

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** Longer ranges read daily rollups. */
const HOURLY_MAX_DAYS = 92;
const MAX_STRIPS = 100;
const STRIP_HOURS = 24;

/** Returns response times by region in equal steps, from the finest source that still covers the range. */
export async function getSeries(caller: Caller, monitorId: number, query: SeriesQuery): Promise<Series> {
  requirePermission(caller, "uptime:read");
  const projectId = projectOf(caller);
  if (!(await knownMonitorIds(projectId, [monitorId])).has(monitorId)) throw recordNotFound();
  const to = query.to ?? now();
  const from = query.from ?? new Date(to.getTime() - DAY_S * 1000);
  if (from >= to) throw invalidField("from", "The range must start before it ends.");
  const read = (source: Series["source"]) =>
    readSeries(projectId, monitorId, { from, to }, query.buckets, source);
  const finest = sourceFor(from, to, now());
  const series = await read(finest);
  // Results may be gone before their time, for example after a shorter retention, or never there, as in demo data.
  return finest === "results" && series.regions.length === 0 ? read("hourly") : series;
}

async function readSeries(
  projectId: number,
  monitorId: number,
  { from, to }: { from: Date; to: Date },
  buckets: number,
  source: Series["source"],
): Promise<Series> {
  const stepSeconds = stepFor((to.getTime() - from.getTime()) / 1000, buckets, source);
  const aligned = new Date(Math.floor(from.getTime() / 1000 / stepSeconds) * stepSeconds * 1000);
  const range = { from: aligned, to, stepSeconds };
  const rows =
    source === "results"
      ? await rawSeries(projectId, monitorId, range)
      : await rolledSeries(projectId, monitorId, range, source);
  return {
    from: isoSeconds(aligned),
    to: isoSeconds(to),
    step_seconds: stepSeconds,
    source,
    regions: byRegion(rows),
    overall: overRange(rows.filter((row) => row.at === null)),
  };
}

function sourceFor(from: Date, to: Date, at: Date): Series["source"] {
  const ageDays = (at.getTime() - from.getTime()) / 1000 / DAY_S;
  const spanDays = (to.getTime() - from.getTime()) / 1000 / DAY_S;
  if (spanDays <= 2 && ageDays <= env().RETENTION_DAYS) return "results";
  return spanDays <= HOURLY_MAX_DAYS ? "hourly" : "daily";
}

/** Returns the step as a whole number of the source's unit: minutes, hours, or days. */
function stepFor(spanSeconds: number, buckets: number, source: Series["source"]): number {
  const unit = { results: 60, hourly: HOUR_S, daily: DAY_S }[source];
  return Math.max(1, Math.ceil(spanSeconds / buckets / unit)) * unit;
}

const PERCENTILES = ["p50", "p75", "p95", "p99"] as const;

/** Returns percentiles over a range from rows of its hours or regions, in milliseconds. */
function overRange(rows: readonly Pick<SeriesRow, "up" | `${(typeof PERCENTILES)[number]}_us`>[]) {
  const parts = PERCENTILES.map((name) => [
    name,
    toMs(combinedPercentile(rows.map((row) => ({ up: row.up, value: row[`${name}_us`] })))),
  ]);
  return Object.fromEntries(parts) as Record<(typeof PERCENTILES)[number], number | null>;
}

function byRegion(rows: readonly SeriesRow[]): Series["regions"] {
  return [...new Set(rows.map((row) => row.region))].map((region) => {
    const own = rows.filter((row) => row.region === region);
    return {
      region: region as Region,
      points: own.flatMap((row) => (row.at === null ? [] : [toPoint(row, row.at)])),
      ...overRange(own.filter((row) => row.at === null)),
    };
  });
}

function toPoint(row: SeriesRow, at: Date): SeriesPoint {
  const { up, down, inconclusive, phases } = row;
  return {
    at: isoSeconds(at),
    up,
    down,
    inconclusive,
    p50: toMs(row.p50_us),
    p95: toMs(row.p95_us),
    p99: toMs(row.p99_us),
    phases: phases
      ? (Object.fromEntries(
          SERIES_PHASES.map((phase) => [phase, toMs(phases[phase])]),
        ) as SeriesPoint["phases"])
      : null,
  };
}

function toMs(us: number | null): number | null {
  return us === null ? null : Math.round(us / 100) / 10;
}

/** Returns the last 24 hours of the listed monitors, without IDs of other projects. */
export async function getStrips(caller: Caller, monitorIds: number[]): Promise<Strips> {
  requirePermission(caller, "uptime:read");
  if (monitorIds.length > MAX_STRIPS) {
    throw invalidField(
      "monitor_id",
      `The monitor_id field may list at most ${MAX_STRIPS} monitors; got ${monitorIds.length}.`,
    );
  }
  const hour = HOUR_S * 1000;
  const from = new Date((Math.floor(now().getTime() / hour) - STRIP_HOURS + 1) * hour);
  const rows = await stripRows(projectOf(caller), monitorIds, from);
  return {
    strips: monitorIds.map((id) =>
      toStrip(
        id,
        from,
        rows.filter((row) => row.monitor_id === id),
      ),
    ),
  };
}

function toStrip(monitorId: number, from: Date, rows: StripRow[]): Strip {
  const byHour = new Map(rows.map((row) => [row.hour.getTime(), row]));
  const hours = Array.from({ length: rows.length === 0 ? 0 : STRIP_HOURS }, (_, hour) =>
    byHour.get(from.getTime() + hour * HOUR_S * 1000),
  );
  const combined = (of: (row: StripRow) => number | null) =>
    toMs(combinedPercentile(rows.map((row) => ({ up: row.up, value: of(row) }))));
  return {
    monitor_id: monitorId,
    p50: combined((row) => row.p50_us),
    p95: combined((row) => row.p95_us),
    hours: {
      from: isoSeconds(from),
      up: hours.map((row) => row?.up ?? 0),
      down: hours.map((row) => row?.down ?? 0),
      p50: hours.map((row) => toMs(row?.p50_us ?? null)),
    },
  };
}
