import { TemplatesCard } from "@/components/incidents/templates-card";
import { templateReads } from "@/lib/client/reads/template-reads";
import { routes } from "@/lib/client/routes";
import { Seed, wantAll } from "@/lib/http/loaders/seed";

export const metadata = { title: "Incident templates" };

export default function TemplatesPage() {
  return (
    <Seed wants={[wantAll(routes.listIncidentTemplates, templateReads.all)]}>
      <TemplatesCard />
    </Seed>
  );
}
