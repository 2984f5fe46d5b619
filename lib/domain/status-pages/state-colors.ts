import type { Palette } from "@/lib/contract/status-pages/theme-schema";
import type { PageState } from "./page-state";

/** Hues closer than this look the same on a phone in sunlight. */
const MIN_HUE_DISTANCE = 25;

/**
 * Returns the colors in which a page shows each state. If partial outage is too close to degraded performance, its hue moves
 * away, because visitors must see the difference.
 */
export function stateColors(palette: Palette): Record<PageState, string> {
  const { empty, operational, maintenance, degraded_performance, partial_outage, major_outage } = palette;
  return {
    empty,
    operational,
    maintenance,
    degraded_performance,
    partial_outage: apart(partial_outage, degraded_performance),
    major_outage,
  };
}

/** Returns the angle between two hues, 0 to 180 degrees. */
export function hueDistance(one: string, other: string): number {
  return Math.abs(turn(hslOf(one), hslOf(other)));
}

function turn({ hue }: Hsl, other: Hsl): number {
  return ((hue - other.hue + 540) % 360) - 180;
}

function apart(color: string, other: string): string {
  const [own, theirs] = [hslOf(color), hslOf(other)];
  if (own.saturation === 0 || theirs.saturation === 0) return color;
  const distance = turn(own, theirs);
  if (Math.abs(distance) >= MIN_HUE_DISTANCE) return color;
  const hue = theirs.hue + (distance > 0 ? MIN_HUE_DISTANCE : -MIN_HUE_DISTANCE);
  return hexOf({ ...own, hue: (hue + 360) % 360 });
}

/** A color with its hue in degrees and fractions of 1. */
interface Hsl {
  readonly hue: number;
  readonly saturation: number;
  readonly lightness: number;
}

/** Converts `#rrggbb`. */
function hslOf(color: string): Hsl {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(color.slice(at, at + 2), 16) / 255,
  );
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [range, lightness] = [most - least, (most + least) / 2];
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const sector =
    most === red
      ? (green - blue) / range
      : most === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range;
  return { hue: (sector * 60 + 360) % 360, saturation: range / (1 - Math.abs(2 * lightness - 1)), lightness };
}

function hexOf({ hue, saturation, lightness }: Hsl): string {
  const spread = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const place = (offset + hue / 30) % 12;
    const value = lightness - spread * Math.max(-1, Math.min(place - 3, 9 - place, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
