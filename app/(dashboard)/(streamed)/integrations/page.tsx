import { IntegrationsPage } from "@/components/alerting/integrations-page";
import { deliveryReads } from "@/lib/client/reads/delivery-reads";
import { integrationReads } from "@/lib/client/reads/integration-reads";
import { outboxRead } from "@/lib/client/reads/outbox-read";
import { rateLimitReads } from "@/lib/client/reads/rate-limit-reads";
import { ruleReads } from "@/lib/client/reads/rule-reads";
import { routes } from "@/lib/client/routes";
import { appForms } from "@/lib/http/loaders/app-forms";
import { sendsMail } from "@/lib/http/loaders/mail";
import { Seed, want, wantAll } from "@/lib/http/loaders/seed";
import { loadViewer } from "@/lib/http/loaders/viewer";

export const metadata = { title: "Integrations" };

export default async function Page() {
  const viewer = await loadViewer();
  const apps = appForms();
  const admin = viewer.user.role !== "member";
  return (
    <Seed
      wants={[
        wantAll(routes.listAllIntegrations, integrationReads),
        wantAll(routes.listRateLimitedIntegrations, rateLimitReads),
        want(routes.getIntegrationHealth),
        wantAll(routes.listAlertRules, ruleReads),
        want(routes.listDeliveries, deliveryReads(1)),
        wantAll(routes.listUsers, { query: { per_page: 100 } }),
        ...(admin ? [want(routes.listOutboxMails, outboxRead)] : []),
      ]}
    >
      <IntegrationsPage viewer={viewer} apps={apps} hasMail={sendsMail()} />
    </Seed>
  );
}
