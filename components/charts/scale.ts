import type { Zoom } from "@/lib/presenters/checks/series-view";

export const HEIGHT = 240;
export const LEFT = 56;
export const RIGHT = 8;
export const TOP = 16;
/** Where the value 0 is; times are written below. */
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

/** Maps a range and values from 0 to `top` to a picture of this width. */
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
