import { IntegrationsPage } from "@/components/alerting/integrations-page";
import { deliveryReads } from "@/lib/client/reads/delivery-reads";
import { routes } from "@/lib/client/routes";
import { appSummaries } from "@/lib/http/loaders/app-forms";
import { sendsMail } from "@/lib/http/loaders/mail";
import { Prefetched, prefetch, prefetchAll } from "@/lib/http/loaders/prefetch";
import { loadViewer } from "@/lib/http/loaders/viewer";

export const metadata = { title: "Integrations" };

export default async function Page() {
  const viewer = await loadViewer();
  return (
    <Prefetched
      reads={[
        prefetchAll(routes.listAllIntegrations),
        prefetchAll(routes.listRateLimitedIntegrations),
        prefetch(routes.getIntegrationHealth),
        prefetchAll(routes.listAlertRules),
        prefetch(routes.listDeliveries, deliveryReads(1)),
        prefetchAll(routes.listUsers),
      ]}
    >
      <IntegrationsPage viewer={viewer} apps={appSummaries()} hasMail={sendsMail()} />
    </Prefetched>
  );
}
