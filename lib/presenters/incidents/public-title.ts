import type { Incident } from "@/lib/contract/incidents/incidents";
import type { TimelineEntry } from "@/lib/contract/incidents/timeline";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { stateOfImpact } from "@/lib/domain/status-pages/page-state";
import { publicTitle } from "@/lib/domain/status-pages/public-title";

type Named = Pick<Monitor, "id" | "name" | "status">;

/**
 * Returns the title that visitors see, except that a page may show monitors under other names. `monitors` are those of the
 * incident that are known so far. After recovery, `entries` of the timeline say whether all regions failed.
 */
export function incidentPublicTitle(
  incident: Incident,
  monitors: readonly Named[],
  entries: ReadonlyArray<Pick<TimelineEntry, "detail">> = [],
): string {
  const known = new Map(monitors.map((monitor) => [monitor.id, monitor.name]));
  const names = incident.monitors.map((id) => known.get(id) ?? `Monitor ${id}`);
  const areAllDown =
    incident.status === "recovered"
      ? entries.some(({ detail }) => detail?.all_regions === true)
      : monitors.every(({ status }) => status === "offline");
  return publicTitle(incident, names, stateOfImpact(incident.impact, areAllDown));
}
