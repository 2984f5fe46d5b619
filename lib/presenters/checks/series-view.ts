import type { Region } from "@/lib/contract/core/regions";
import { REGION_LIST } from "@/lib/presenters/core/region-names";
import { now } from "@/lib/shared/clock";
import { HOUR_MS, MINUTE_MS } from "@/lib/shared/durations";

export const RANGES = [
  { value: "1h", label: "1 h" },
  { value: "24h", label: "24 h" },
  { value: "7d", label: "7 d" },
  { value: "30d", label: "30 d" },
  { value: "90d", label: "90 d" },
] as const;
export type RangeKey = (typeof RANGES)[number]["value"];
const HOURS: Record<RangeKey, number> = { "1h": 1, "24h": 24, "7d": 168, "30d": 720, "90d": 2160 };

export const METRICS = [
  { value: "p50", label: "p50" },
  { value: "p95", label: "p95" },
  { value: "p99", label: "p99" },
  { value: "phases", label: "Phases" },
] as const;
export type Metric = (typeof METRICS)[number]["value"];

/** A part of time, in milliseconds since 1970. */
export interface Zoom {
  from: number;
  to: number;
}
export const MIN_ZOOM_MS = 2 * MINUTE_MS;
const MAX_ZOOM_MS = 400 * 24 * HOUR_MS;

/** View of the response-time chart, as kept in the URL. */
export interface SeriesView {
  range: RangeKey;
  /** The part that was zoomed into; it replaces the range. */
  zoom: Zoom | null;
  metric: Metric;
  /** The regions to show; empty means all. */
  regions: Region[];
  /** Whether to draw the period before, too. */
  compare: boolean;
  /** Whether to list the values below the chart. */
  table: boolean;
}

const DEFAULTS = { range: "24h", metric: "p50" } as const;

/** Reads the view from a query. Drops invalid values, so that old links never break the page. */
export function readSeriesView(source: { get(name: string): string | null }): SeriesView {
  const wanted = (source.get("region") ?? "").split(",");
  const zoom = { from: Date.parse(source.get("from") ?? ""), to: Date.parse(source.get("to") ?? "") };
  const span = zoom.to - zoom.from;
  return {
    range: RANGES.find(({ value }) => value === source.get("range"))?.value ?? DEFAULTS.range,
    zoom: span >= MIN_ZOOM_MS && span <= MAX_ZOOM_MS ? zoom : null,
    metric: METRICS.find(({ value }) => value === source.get("metric"))?.value ?? DEFAULTS.metric,
    regions: REGION_LIST.map(([code]) => code).filter((code) => wanted.includes(code)),
    compare: source.get("compare") === "1",
    table: source.get("table") === "1",
  };
}

/** Returns the query of a view, without defaults, along with the other parameters of the page. */
export function seriesSearch(view: SeriesView, page: URLSearchParams): string {
  const search = new URLSearchParams(page);
  const set = (name: string, value: string) => (value ? search.set(name, value) : search.delete(name));
  set("range", view.range === DEFAULTS.range ? "" : view.range);
  set("from", view.zoom ? isoSeconds(view.zoom.from) : "");
  set("to", view.zoom ? isoSeconds(view.zoom.to) : "");
  set("metric", view.metric === DEFAULTS.metric ? "" : view.metric);
  set("region", view.regions.join(","));
  set("compare", view.compare ? "1" : "");
  set("table", view.table ? "1" : "");
  return search.size > 0 ? `?${search}` : "";
}

const isoSeconds = (at: number) => new Date(at).toISOString().replace(/\.\d+/, "");

/**
 * Returns the range of a view in time. It ends at a whole minute, so that the cache serves for one minute. From 24 h on it starts at a whole
 * hour: its percentiles are those of the monitor list, over the same hours.
 */
export function rangeOf({ range, zoom }: Pick<SeriesView, "range" | "zoom">): Zoom {
  if (zoom) return zoom;
  const to = Math.ceil(now().getTime() / MINUTE_MS) * MINUTE_MS;
  if (range === "1h") return { from: to - HOUR_MS, to };
  return { from: (Math.floor(now().getTime() / HOUR_MS) - HOURS[range] + 1) * HOUR_MS, to };
}

/** Returns the range of the previous period. Unless zoomed, it has the same times of day. */
export function rangeBefore(view: Pick<SeriesView, "range" | "zoom">): Zoom {
  const { from, to } = rangeOf(view);
  const shiftMs = view.zoom ? to - from : HOURS[view.range] * HOUR_MS;
  return { from: from - shiftMs, to: to - shiftMs };
}

/** Returns a range as query parameters. */
export function rangeQuery({ from, to }: Zoom) {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
