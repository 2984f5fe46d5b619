import { regionOf } from "@/lib/contract/core/region-names";
import type { Region, RegionName } from "@/lib/contract/core/regions";
import { REGION_NAMES } from "./region-names";

/** The same for everybody who uses this installation: set once for the page, from the session. */
const named = new Set<Region>();

/** Says which regions' places may be named. */
export function nameRegions(regions: readonly Region[]): void {
  named.clear();
  for (const region of regions) named.add(region);
}

/** Tells whether the place of the region may be named. */
export function isNamed(region: RegionName): boolean {
  return named.has(regionOf(region));
}

/** Where a region's checks come from, at the start of a line: its city, or `This server` while only the built-in runner serves it. */
export function placeName(region: RegionName): string {
  return isNamed(region) ? REGION_NAMES[region] : "This server";
}

/** The same in a list of regions of which several are served from here: they are told apart by whom they stand for. */
export function placeAmong(region: RegionName, regions: readonly RegionName[]): string {
  const here = regions.filter((each) => !isNamed(each));
  return here.length > 1 && here.includes(region)
    ? `This server, for ${REGION_NAMES[region]}`
    : placeName(region);
}

/** The places of several regions within a sentence, each once. */
export function placeList(regions: readonly RegionName[]): string {
  return [...new Set(regions.map((region) => (isNamed(region) ? REGION_NAMES[region] : "this server")))].join(
    ", ",
  );
}
