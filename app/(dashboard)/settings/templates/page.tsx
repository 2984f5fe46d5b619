import { TemplatesCard } from "@/components/incidents/templates-card";
import { routes } from "@/lib/client/routes";
import { templateReads } from "@/lib/client/template-reads";
import { Seed, wantAll } from "@/lib/http/loaders/seed";

export const metadata = { title: "Incident templates" };

export default function TemplatesPage() {
  return (
    <Seed wants={[wantAll(routes.listIncidentTemplates, templateReads.all)]}>
      <TemplatesCard />
    </Seed>
  );
}
