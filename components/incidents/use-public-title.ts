import { useQuery } from "@tanstack/react-query";
import { query } from "@/lib/client/query";
import { incidentReads } from "@/lib/client/reads/incident-reads";
import { routes } from "@/lib/client/routes";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { incidentPublicTitle, knownNames } from "@/lib/presenters/incidents/public-title";

const NAMED = 4;

/** Returns the title that visitors see, and the first names; without a title until the monitors are known. */
export function usePublicTitle(incident: Incident): { title: string | undefined; names: readonly string[] } {
  const { data: timeline } = useQuery(query(routes.getIncidentTimeline, incidentReads.one(incident.id)));
  const { data: shown } = useQuery(query(routes.listMonitors, incidentReads.monitors(incident.id)));
  const known = knownNames(timeline?.monitors, shown?.data);
  return {
    title: timeline && shown && incidentPublicTitle(incident, known, shown.data, timeline.entries),
    names: incident.monitors.slice(0, NAMED).flatMap((id) => known.get(id) ?? []),
  };
}
