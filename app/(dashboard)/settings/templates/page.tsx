import { TemplatesCard } from "@/components/incidents/templates/templates-card";
import { routes } from "@/lib/client/routes";
import { Prefetched, prefetchAll } from "@/lib/http/loaders/prefetch";

export const metadata = { title: "Incident templates" };

export default function TemplatesPage() {
  return (
    <Prefetched reads={[prefetchAll(routes.listIncidentTemplates)]}>
      <TemplatesCard />
    </Prefetched>
  );
}
