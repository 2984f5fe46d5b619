import { IncidentForm } from "@/components/incidents/incident-form";
import { PageHeader } from "@/components/ui/page-header";
import { pickerReads } from "@/lib/client/reads/monitor-reads";
import { routes } from "@/lib/client/routes";
import { Prefetched, prefetch, prefetchAll } from "@/lib/http/loaders/prefetch";

export const metadata = { title: "Create incident" };

export default function NewIncidentPage() {
  return (
    <Prefetched
      reads={[prefetch(routes.listMonitors, pickerReads()), prefetchAll(routes.listIncidentTemplates)]}
    >
      <PageHeader title="Create incident" back={{ href: "/incidents", label: "Incidents" }} />
      <IncidentForm />
    </Prefetched>
  );
}
