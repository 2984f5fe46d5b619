import type { IncidentListFilter } from "@/lib/presenters/incidents/filter";

/** Number of affected monitors that an incident's page shows. */
export const SHOWN_MONITORS = 20;

const matches = ({ search, monitor, tag }: IncidentListFilter) => ({
  ...(search && { search }),
  ...(monitor.length > 0 && { monitor_id: monitor.map(String) }),
  ...(tag.length > 0 && { tag }),
  sort: "-incident_at" as const,
  per_page: 20,
  with_total: "true" as const,
});

/** Reads of the incident pages, the same on the server and in the browser. Lists are sorted by start. */
export const incidentReads = {
  open: (filter: IncidentListFilter) => ({
    query: { status: ["ongoing", "recovering"], ...matches(filter), page: filter.openPage },
  }),
  past: (filter: IncidentListFilter) => ({
    query: { status: ["recovered"], ...matches(filter), page: filter.page },
  }),
  one: (incidentId: number) => ({ params: { incidentId } }),
  updates: (incidentId: number) => ({ params: { incidentId }, query: { per_page: 100 } }),
};
