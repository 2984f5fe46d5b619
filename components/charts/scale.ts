import type { ChartPoint, ChartRow } from "@/lib/presenters/checks/series-chart";
import type { Zoom } from "@/lib/presenters/checks/series-view";

export const HEIGHT = 240;
const LEFT = 56;
const RIGHT = 8;
export const TOP = 16;
/** Where the value 0 is; failures are drawn below, and times below these. */
export const BASE = HEIGHT - 32;

/** The area that values are drawn in. */
export interface Scale {
  readonly left: number;
  readonly right: number;
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
  /** Returns the time at a distance from the left edge of the picture. */
  readonly at: (x: number) => number;
}

/** Maps a window and values from 0 to `top` to a picture of this width. */
export function scaleOf({ from, to }: Zoom, top: number, width: number): Scale {
  const right = Math.max(LEFT + 1, width - RIGHT);
  const perMs = (right - LEFT) / Math.max(1, to - from);
  return {
    left: LEFT,
    right,
    x: (at) => Math.round((LEFT + (at - from) * perMs) * 10) / 10,
    y: (value) => Math.round((BASE - (Math.min(value, top) / (top || 1)) * (BASE - TOP)) * 10) / 10,
    at: (x) => from + (Math.min(right, Math.max(LEFT, x)) - LEFT) / perMs,
  };
}

/** Draws runs as lines. A run of a single point becomes a dot, because its ends are round. */
export function linePath(runs: readonly ChartPoint[][], { x, y }: Scale): string {
  const run = (points: readonly ChartPoint[]) =>
    points.map(({ at, value }) => `${x(at)} ${y(value)}`).join("L");
  return runs.map((points) => `M${run(points)}${points.length === 1 ? "h0" : ""}`).join("");
}

/** Draws one part of stacked bars: what `key` adds above the keys before it. */
export function stackPath(
  rows: readonly ChartRow[],
  keys: readonly string[],
  key: string,
  stepMs: number,
  { x, y, right }: Scale,
): string {
  const below = keys.slice(0, keys.indexOf(key));
  return rows
    .filter(({ values }) => (values[key] ?? 0) > 0)
    .map(({ at, values }) => {
      const start = below.reduce((total, other) => total + (values[other] ?? 0), 0);
      const end = Math.min(right, x(at + stepMs) - 1);
      return `M${x(at)} ${y(start)}V${y(start + (values[key] ?? 0))}H${Math.max(x(at) + 1, end)}V${y(start)}Z`;
    })
    .join("");
}
