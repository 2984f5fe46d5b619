import { IncidentList } from "@/components/incidents/incident-list";
import { incidentReads } from "@/lib/client/reads/incident-reads";
import { routes } from "@/lib/client/routes";
import { Prefetched, prefetch, prefetchAll } from "@/lib/http/loaders/prefetch";
import { type SearchParams, toSearchParams } from "@/lib/http/loaders/search-params";
import { readIncidentFilter } from "@/lib/presenters/incidents/filter";

export const metadata = { title: "Incidents" };

export default async function IncidentsPage({ searchParams }: { searchParams: SearchParams }) {
  const filter = readIncidentFilter(await toSearchParams(searchParams));
  return (
    <Prefetched
      reads={[
        prefetch(routes.listIncidents, incidentReads.open(filter)),
        prefetch(routes.listIncidents, incidentReads.past(filter)),
        prefetchAll(routes.listTags),
      ]}
    >
      <IncidentList />
    </Prefetched>
  );
}
