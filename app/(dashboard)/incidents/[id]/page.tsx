import { IncidentDetail } from "@/components/incidents/incident-detail";
import { incidentReads } from "@/lib/client/incident-reads";
import { routes } from "@/lib/client/routes";
import { load } from "@/lib/queries/load";
import { idOf } from "@/lib/queries/path-id";
import { Seed, want } from "@/lib/queries/seed";

type Params = Promise<{ id: string }>;

export async function generateMetadata({ params }: { params: Params }) {
  const incident = await load(routes.getIncident, incidentReads.one(idOf((await params).id)));
  return { title: `${incident.slug} ${incident.title}` };
}

export default async function IncidentPage({ params }: { params: Params }) {
  const id = idOf((await params).id);
  const incident = await load(routes.getIncident, incidentReads.one(id));
  const monitors = incident.monitors
    .slice(0, 20)
    .map((monitorId) => want(routes.getMonitor, { params: { monitorId } }));
  return (
    <Seed
      wants={[
        want(routes.getIncident, incidentReads.one(id)),
        want(routes.getIncidentTimeline, incidentReads.one(id)),
        want(routes.listIncidentUpdates, incidentReads.updates(id)),
        ...monitors,
      ]}
    >
      <IncidentDetail incidentId={id} />
    </Seed>
  );
}
