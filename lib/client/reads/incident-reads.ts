import type { Incident } from "@/lib/contract/incidents/incidents";
import type { IncidentListFilter } from "@/lib/presenters/incidents/filter";

/** Number of affected monitors that an incident's page shows. */
export const SHOWN_MONITORS = 20;

const matches = ({ search, monitor, tag }: IncidentListFilter) => ({
  ...(search && { search }),
  ...(monitor.length > 0 && { monitor_id: monitor.map(String) }),
  ...(tag.length > 0 && { tag }),
  sort: "-incident_at" as const,
  per_page: 20,
  with_total: "about" as const,
});

/** Returns whether resolving this incident asks first, because its monitors may be down. */
export function mayBeDown({ type, status }: Pick<Incident, "type" | "status">): boolean {
  return type === "monitor" && status !== "recovered";
}

/** Reads of the incident pages, the same on the server and in the browser. Lists are sorted by start. */
export const incidentReads = {
  open: (filter: IncidentListFilter) => ({
    query: { status: ["ongoing", "recovering"], ...matches(filter), page: filter.openPage },
  }),
  past: (filter: IncidentListFilter) => ({
    query: { status: ["recovered"], ...matches(filter), page: filter.page },
  }),
  one: (incidentId: number) => ({ params: { incidentId } }),
  /** Its monitors, failing ones first and then by name. */
  monitors: (incidentId: number) => ({
    query: { incident_id: [String(incidentId)], sort: "state" as const, per_page: SHOWN_MONITORS },
  }),
  /** The number of its monitors that are down now. */
  down: (incidentId: number) => ({
    query: {
      incident_id: [String(incidentId)],
      state: ["offline", "partial"],
      per_page: 1,
      with_total: "about" as const,
    },
  }),
  updates: (incidentId: number) => ({ params: { incidentId }, query: { per_page: 100 } }),
};
