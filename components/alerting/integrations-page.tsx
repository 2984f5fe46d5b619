"use client";

import { useQuery } from "@tanstack/react-query";
import { BellRing, Plus, Siren, Users } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Empty } from "@/components/ui/empty";
import { lazyPart } from "@/components/ui/lazy-part";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { IconDrawings } from "@/components/ui/shared-icon";
import { usePaged } from "@/components/ui/use-paged";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { AppSummary } from "@/lib/presenters/alerting/app-form";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { AppSummaries } from "./app-summaries";
import { DeliveryLog } from "./delivery-log";
import { IntegrationDialog } from "./integration-dialog";
import { IntegrationRow, ROW_ICONS } from "./integration-row";
import { MailSetup } from "./mail-setup";
import { OutboxCard } from "./outbox-card";
import { RuleDialog } from "./rule-dialog";
import { RuleList } from "./rule-list";
import { useIntegrationHealth, useIntegrations, useUsedIntegrations } from "./use-integrations";

const TeamDialog = lazyPart(async () => (await import("./team-dialog")).TeamDialog);
const TestIncidentDialog = lazyPart(async () => (await import("./test-incident-dialog")).TestIncidentDialog);

/** Shows integrations, the alert rules that use them, and the delivery log. */
export function IntegrationsPage({
  viewer,
  apps,
  hasMail,
}: {
  viewer: Viewer;
  apps: readonly AppSummary[];
  /** Whether a mail server is configured. */
  hasMail: boolean;
}) {
  const integrations = useIntegrations();
  const { shown, pager } = usePaged(integrations);
  const rateLimits = useRateLimits();
  const health = useIntegrationHealth();
  const used = useUsedIntegrations();
  const wanted = useSearchParams().get("rule");
  const [open, setOpen] = useState<"none" | "integration" | "rule" | "team" | "test-incident">(
    wanted === null ? "none" : "rule",
  );
  const close = () => {
    setOpen("none");
    if (wanted !== null) window.history.replaceState(null, "", "/integrations");
  };
  const admin = viewer.user.role !== "member";
  const mayChange = viewer.permissions.includes("platform:write");
  return (
    <AppSummaries value={apps}>
      <PageHeader title="Integrations">
        {mayChange && (
          <>
            <Button onClick={() => setOpen("team")}>
              <Users /> Alert the team
            </Button>
            <Button variant="primary" onClick={() => setOpen("integration")}>
              <Plus /> Add integration
            </Button>
          </>
        )}
      </PageHeader>
      <div className="space-y-4">
        {!hasMail && integrations.some(({ app }) => app === "email") && (
          <Notice tone="warn">
            <p className="font-medium">Email isn't configured, so no emails are sent.</p>
            <details className="mt-1">
              <summary className="fold-text">Set up email</summary>
              <div className="mt-2">
                <MailSetup />
              </div>
            </details>
          </Notice>
        )}
        <IconDrawings icons={ROW_ICONS} />
        <Card title="Connected integrations" flush>
          {integrations.length === 0 ? (
            <Empty
              icon={<BellRing />}
              title="No integrations yet"
              action={mayChange && <Button onClick={() => setOpen("integration")}>Add integration</Button>}
            >
              Add your email address or a webhook, then choose when it gets alerts.
            </Empty>
          ) : (
            <ul>
              {shown.map((integration) => (
                <IntegrationRow
                  key={integration.id}
                  integration={integration}
                  mayChange={mayChange}
                  rateLimitedUntil={rateLimits.get(integration.id) ?? null}
                  isUnused={used !== null && !used.has(integration.id)}
                  health={health.find((one) => one.integration_id === integration.id)}
                />
              ))}
            </ul>
          )}
          {pager}
        </Card>
        {integrations.length > 0 && (
          <Card
            title="Alert rules"
            flush
            aside={
              mayChange && (
                <span className="flex flex-wrap gap-2">
                  <Button size="sm" onClick={() => setOpen("test-incident")}>
                    <Siren /> Send a test incident
                  </Button>
                  <Button size="sm" onClick={() => setOpen("rule")}>
                    <Plus /> Create alert rule
                  </Button>
                </span>
              )
            }
          >
            <RuleList integrations={integrations} mayChange={mayChange} />
          </Card>
        )}
        <DeliveryLog />
        {admin && <OutboxCard />}
        {!mayChange && (
          <p className="px-1 text-[13px] text-muted">
            Only owners and admins can change and test integrations and alert rules.
          </p>
        )}
      </div>
      <IntegrationDialog open={open === "integration"} onClose={close} />
      <Suspense>
        {open === "team" && <TeamDialog open onClose={close} />}
        {open === "test-incident" && <TestIncidentDialog open onClose={close} />}
      </Suspense>
      <RuleDialog
        open={open === "rule"}
        onClose={close}
        integrations={integrations}
        monitors={idsOf(wanted)}
      />
    </AppSummaries>
  );
}

/** Returns the monitors that a link creates a rule for. */
function idsOf(text: string | null): number[] {
  return (text ?? "")
    .split(",")
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** Returns until when each rate-limited integration waits, by its ID. */
function useRateLimits(): ReadonlyMap<number, string> {
  const { data } = useQuery(queryAll(routes.listRateLimitedIntegrations));
  return new Map(data?.data.map((limit) => [limit.integration_id, limit.rate_limited_until]));
}
