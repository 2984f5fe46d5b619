import type { Region } from "@/lib/contract/regions";
import { REGION_NAMES } from "./region-names";

/** The same for everybody who uses this installation: set once for the page, from the session. */
const named = new Set<Region>();

/** Says which regions' places may be named. */
export function nameRegions(regions: readonly Region[]): void {
  named.clear();
  for (const region of regions) named.add(region);
}

/** Tells whether the place of the region may be named. */
export function isNamed(region: Region): boolean {
  return named.has(region);
}

/** Where a region's checks come from, at the start of a line: its city, or `This server` while only the built-in runner serves it. */
export function placeName(region: Region): string {
  return isNamed(region) ? REGION_NAMES[region] : "This server";
}

/** The same in a list of regions of which several are served from here: they are told apart by whom they stand for. */
export function placeAmong(region: Region, regions: readonly Region[]): string {
  const here = regions.filter((each) => !named.has(each));
  return here.length > 1 && here.includes(region)
    ? `This server, for ${REGION_NAMES[region]}`
    : placeName(region);
}

/** The places of several regions within a sentence, each once. */
export function placeList(regions: readonly Region[]): string {
  return [
    ...new Set(regions.map((region) => (named.has(region) ? REGION_NAMES[region] : "this server"))),
  ].join(", ");
}
