import * as z from "zod";
import { REGION_ALIASES, REGIONS, regionOf } from "./region-names";

export type Region = keyof typeof REGIONS;
export const REGION_CODES = Object.keys(REGIONS) as [Region, ...Region[]];
export const Region = z.enum(REGION_CODES);

/** A region code as a client sends it. Amsterdam has two codes, and a monitor returns the one that was sent. */
export const RegionName = z.enum([
  ...REGION_CODES,
  ...(Object.keys(REGION_ALIASES) as (keyof typeof REGION_ALIASES)[]),
]);
export type RegionName = z.infer<typeof RegionName>;
/** A region in either spelling, parsed to its canonical code. */
export const RegionIn = RegionName.transform(regionOf).pipe(Region);

/** Replaces the region name while only the built-in runner serves a region and RUNNER_REGION does not name it. */
export const THIS_SERVER = "this server";

/** Returns where checks of a region run: its name when a runner is known to be there, otherwise `this server`. */
export function placeOf(region: string, named: ReadonlySet<string>): string {
  return named.has(regionOf(region)) ? nameOf(region) : THIS_SERVER;
}

/** Returns the name of a region. Unknown codes are returned unchanged. */
export function nameOf(region: string): string {
  return Object.entries(REGIONS).find(([code]) => code === regionOf(region))?.[1].name ?? region;
}

/** Returns the city of a region for use in text. Unknown codes are returned unchanged. */
export function cityOf(region: string): string {
  return nameOf(region).split(",")[0] ?? region;
}
