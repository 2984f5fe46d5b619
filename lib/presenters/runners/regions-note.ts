import type { Region } from "@/lib/contract/core/regions";
import type { Runner } from "@/lib/contract/runners/runners";
import { REGION_NAMES } from "@/lib/presenters/core/region-names";
import { isNamed } from "@/lib/presenters/monitors/region-labels";

/** Returns whether no runner serves the region. False while the runners aren't known yet. */
export function isUnserved(region: Region, runners: readonly Runner[] | undefined): boolean {
  return runners !== undefined && !runners.some((runner) => runner.regions.includes(region));
}

/** Returns a note about the runners of the chosen regions; null if there's nothing to say or the runners aren't known yet. */
export function regionsNote(
  chosen: readonly Region[],
  runners: readonly Runner[] | undefined,
): string | null {
  if (runners === undefined) return null;
  const names = chosen.filter((region) => isUnserved(region, runners)).map((region) => REGION_NAMES[region]);
  if (names.length > 0)
    return `No runner serves ${names.join(", ")}, so nothing is checked from there. Add one in Settings → Regions.`;
  const own = (region: Region) =>
    runners.some(({ kind, regions }) => kind === "remote" && regions.includes(region));
  const shared = chosen.filter((region) => !own(region));
  const sharing = shared.map((region) => REGION_NAMES[region]);
  if (sharing.length < 2)
    return shared.every(isNamed)
      ? null
      : `Checks for ${sharing.join()} run on this server. If it isn't located there, add a runner. Otherwise set its location in Settings → Regions.`;
  return `The built-in runner checks for ${sharing.join(", ")}, so these regions see the same network and fail together. Add a runner elsewhere in Settings → Regions.`;
}
