import * as z from "zod";
import { REGION_ALIASES, regionOf } from "./region-names";

/** The regions that checks can run from: code (continent, country, city), name, and position on the map. */
export const REGIONS = {
  "as-jpn-hnd": { name: "Tokyo, Japan", latitude: 35.55, longitude: 139.78 },
  "as-sgp-sin": { name: "Singapore", latitude: 1.36, longitude: 103.99 },
  "as-tha-bkk": { name: "Bangkok, Thailand", latitude: 13.69, longitude: 100.75 },
  "eu-deu-fra": { name: "Frankfurt, Germany", latitude: 50.03, longitude: 8.56 },
  "eu-fra-cdg": { name: "Paris, France", latitude: 49.01, longitude: 2.55 },
  "eu-gbr-lhr": { name: "London, United Kingdom", latitude: 51.47, longitude: -0.45 },
  "eu-nld-ams": { name: "Amsterdam, Netherlands", latitude: 52.31, longitude: 4.77 },
  "eu-swe-arn": { name: "Stockholm, Sweden", latitude: 59.65, longitude: 17.93 },
  "na-mex-mex": { name: "Mexico City, Mexico", latitude: 19.44, longitude: -99.07 },
  "na-usa-iad": { name: "Washington, United States", latitude: 38.95, longitude: -77.45 },
  "na-usa-sea": { name: "Seattle, United States", latitude: 47.45, longitude: -122.31 },
  "oc-aus-syd": { name: "Sydney, Australia", latitude: -33.94, longitude: 151.18 },
  "sa-bra-gru": { name: "São Paulo, Brazil", latitude: -23.43, longitude: -46.47 },
} as const;

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
