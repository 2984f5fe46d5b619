import { IncidentList } from "@/components/incidents/incident-list";
import { incidentReads } from "@/lib/client/incident-reads";
import { routes } from "@/lib/client/routes";
import { type SearchParams, toSearchParams } from "@/lib/http/loaders/search-params";
import { Seed, want } from "@/lib/http/loaders/seed";
import { pageNumber } from "@/lib/presenters/core/page-number";

export const metadata = { title: "Incidents" };

export default async function IncidentsPage({ searchParams }: { searchParams: SearchParams }) {
  const page = pageNumber((await toSearchParams(searchParams)).get("page"));
  return (
    <Seed
      wants={[
        want(routes.listIncidents, incidentReads.open),
        want(routes.listIncidents, incidentReads.past(page)),
      ]}
    >
      <IncidentList />
    </Seed>
  );
}
