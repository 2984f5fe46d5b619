import { IncidentDetail } from "@/components/incidents/incident-detail";
import { RecordElsewhere } from "@/components/shell/record-elsewhere";
import { incidentReads, mayBeDown } from "@/lib/client/reads/incident-reads";
import { routes } from "@/lib/client/routes";
import { idOf } from "@/lib/http/loaders/path-id";
import { Prefetched, prefetch, prefetchAll } from "@/lib/http/loaders/prefetch";
import { loadRecord } from "@/lib/http/loaders/record";

type Params = Promise<{ id: string }>;

const find = (id: number) => loadRecord("incidents", id, routes.getIncident, incidentReads.one(id));

export async function generateMetadata({ params }: { params: Params }) {
  const { record } = await find(idOf((await params).id));
  return { title: record ? `${record.slug} ${record.title}` : "Incident" };
}

export default async function IncidentPage({ params }: { params: Params }) {
  const id = idOf((await params).id);
  const { record: incident, elsewhere } = await find(id);
  if (elsewhere) return <RecordElsewhere project={elsewhere} />;
  return (
    <Prefetched
      reads={[
        prefetch(routes.getIncident, incidentReads.one(id)),
        prefetch(routes.getIncidentTimeline, incidentReads.one(id)),
        prefetch(routes.listIncidentUpdates, incidentReads.updates(id)),
        ...(incident.recovery_at ? [] : [prefetchAll(routes.listUsers)]),
        ...(mayBeDown(incident) ? [prefetch(routes.listMonitors, incidentReads.down(id))] : []),
        prefetch(routes.listMonitors, incidentReads.monitors(id)),
      ]}
    >
      <IncidentDetail incidentId={id} />
    </Prefetched>
  );
}
