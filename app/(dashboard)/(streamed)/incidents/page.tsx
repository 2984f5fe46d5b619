import { IncidentList } from "@/components/incidents/incident-list";
import { incidentReads } from "@/lib/client/reads/incident-reads";
import { monitorTags } from "@/lib/client/reads/monitor-reads";
import { routes } from "@/lib/client/routes";
import { type SearchParams, toSearchParams } from "@/lib/http/loaders/search-params";
import { Seed, want, wantAll } from "@/lib/http/loaders/seed";
import { readIncidentFilter } from "@/lib/presenters/incidents/filter";

export const metadata = { title: "Incidents" };

export default async function IncidentsPage({ searchParams }: { searchParams: SearchParams }) {
  const filter = readIncidentFilter(await toSearchParams(searchParams));
  return (
    <Seed
      wants={[
        want(routes.listIncidents, incidentReads.open(filter)),
        want(routes.listIncidents, incidentReads.past(filter)),
        wantAll(routes.listTags, monitorTags),
      ]}
    >
      <IncidentList />
    </Seed>
  );
}
