import { regionOf } from "@/lib/contract/core/region-names";
import type { Region, RegionName } from "@/lib/contract/core/regions";
import { REGION_NAMES } from "@/lib/presenters/core/region-names";
import { once } from "@/lib/shared/once";

/** The regions shown by their city. The same for everyone on this installation, so they're set once per page from the session. */
const named = () => once("presenters.named-regions", () => new Set<Region>());

/** Sets which regions may be shown by their city. */
export function nameRegions(regions: readonly Region[]): void {
  const shown = named();
  shown.clear();
  for (const region of regions) shown.add(region);
}

/** Returns whether the region may be shown by its city. */
export function isNamed(region: RegionName): boolean {
  return named().has(regionOf(region));
}

/** Returns where a region's checks come from: its city, or `This server` while only the built-in runner serves it. */
export function regionLabel(region: RegionName): string {
  return isNamed(region) ? REGION_NAMES[region] : "This server";
}

/** Like `regionLabel` within a list of regions. Adds the city when this server checks for several of them. */
export function regionLabelAmong(region: RegionName, regions: readonly RegionName[]): string {
  const here = regions.filter((each) => !isNamed(each));
  return here.length > 1 && here.includes(region)
    ? `This server, for ${REGION_NAMES[region]}`
    : regionLabel(region);
}

/** Lists where several regions' checks come from, each place once, for use within a sentence. */
export function regionLabelList(regions: readonly RegionName[]): string {
  return [...new Set(regions.map((region) => (isNamed(region) ? REGION_NAMES[region] : "this server")))].join(
    ", ",
  );
}
