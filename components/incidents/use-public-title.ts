import { useQuery } from "@tanstack/react-query";
import { query } from "@/lib/client/query";
import { incidentReads } from "@/lib/client/reads/incident-reads";
import { routes } from "@/lib/client/routes";
import type { Incident } from "@/lib/contract/incidents/incidents";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { incidentPublicTitle } from "@/lib/presenters/incidents/public-title";

/** Returns the title that visitors see. `monitors` are those of the incident that are known so far. */
export function usePublicTitle(incident: Incident, monitors: readonly Monitor[]): string {
  const { data: timeline } = useQuery(query(routes.getIncidentTimeline, incidentReads.one(incident.id)));
  return incidentPublicTitle(incident, monitors, timeline?.entries);
}
