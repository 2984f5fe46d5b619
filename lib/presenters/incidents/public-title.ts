import type { Incident } from "@/lib/contract/incidents/incidents";
import type { TimelineEntry } from "@/lib/contract/incidents/timeline";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { stateOfImpact } from "@/lib/domain/status-pages/page-state";
import { publicTitle } from "@/lib/domain/status-pages/public-title";

type Named = Pick<Monitor, "id" | "name">;

/** Returns names of monitors by ID, from several lists. */
export function knownNames(...lists: (readonly Named[] | undefined)[]): ReadonlyMap<number, string> {
  return new Map(lists.flatMap((list = []) => list.map(({ id, name }) => [id, name] as const)));
}

/**
 * Returns the title that visitors see, except that a page may show monitors under other names. `monitors` are those of the
 * incident, the failing ones first. After recovery, `entries` of the timeline say whether all regions failed.
 */
export function incidentPublicTitle(
  incident: Incident,
  known: ReadonlyMap<number, string>,
  monitors: ReadonlyArray<Pick<Monitor, "status">>,
  entries: ReadonlyArray<Pick<TimelineEntry, "detail">> = [],
): string {
  const names = incident.monitors.map((id) => known.get(id) ?? `Monitor ${id}`);
  const areAllDown =
    incident.status === "recovered"
      ? entries.some(({ detail }) => detail?.all_regions === true)
      : monitors.every(({ status }) => status === "offline");
  return publicTitle(incident, names, stateOfImpact(incident.impact, areAllDown));
}
