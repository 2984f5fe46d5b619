import { IncidentForm } from "@/components/incidents/incident-form";
import { PageHeader } from "@/components/ui/page-header";
import { routes } from "@/lib/client/routes";
import { Seed, want } from "@/lib/queries/seed";

export const metadata = { title: "Report an incident" };

export default function NewIncidentPage() {
  return (
    <Seed wants={[want(routes.listMonitors, { query: { per_page: 100 } })]}>
      <PageHeader title="Report an incident" back={{ href: "/incidents", label: "Incidents" }} />
      <IncidentForm />
    </Seed>
  );
}
