"use client";
import { BellRing, Plus, Siren } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Empty } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { DeliveryLog } from "./delivery-log";
import { IntegrationDialog } from "./integration-dialog";
import { IntegrationRow } from "./integration-row";
import { OutboxCard } from "./outbox-card";
import { RuleDialog } from "./rule-dialog";
import { RuleList } from "./rule-list";
import { DrillDialog } from "./test-incident-dialog";
import { useDestinationHealth, useIntegrations } from "./use-integrations";
import { useHolds } from "./use-rate-limits";

/** Destinations, the rules that use them, and what became of every message. */
export function IntegrationsPage({ viewer }: { viewer: Viewer }) {
  const integrations = useIntegrations();
  const holds = useHolds();
  const health = useDestinationHealth();
  const [open, setOpen] = useState<"none" | "integration" | "rule" | "drill">("none");
  const close = () => setOpen("none");
  const admin = viewer.user.role !== "member";
  return (
    <>
      <PageHeader title="Integrations" note="Who is told, and when.">
        <Button look="primary" onClick={() => setOpen("integration")}>
          <Plus /> Add destination
        </Button>
      </PageHeader>
      <div className="space-y-4">
        <Card title="Destinations" flush>
          {integrations.length === 0 ? (
            <Empty
              icon={<BellRing />}
              title="Nobody is told yet"
              action={<Button onClick={() => setOpen("integration")}>Add a destination</Button>}
            >
              Add your mail or a webhook first; then say when it is told.
            </Empty>
          ) : (
            <ul>
              {integrations.map((integration) => (
                <IntegrationRow
                  key={integration.id}
                  integration={integration}
                  heldUntil={holds.get(integration.id) ?? null}
                  health={health.find((one) => one.integration_id === integration.id)}
                />
              ))}
            </ul>
          )}
        </Card>
        {integrations.length > 0 && (
          <Card
            title="Rules"
            flush
            aside={
              <span className="flex gap-2">
                <Button size="sm" onClick={() => setOpen("drill")}>
                  <Siren /> Run a drill
                </Button>
                <Button size="sm" onClick={() => setOpen("rule")}>
                  <Plus /> Add rule
                </Button>
              </span>
            }
          >
            <RuleList integrations={integrations} mayAdd={viewer.permissions.includes("platform:write")} />
          </Card>
        )}
        <DeliveryLog />
        {admin && <OutboxCard />}
      </div>
      <IntegrationDialog open={open === "integration"} onClose={close} />
      <DrillDialog open={open === "drill"} onClose={close} />
      <RuleDialog open={open === "rule"} onClose={close} integrations={integrations} />
    </>
  );
}
