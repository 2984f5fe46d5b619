"use client";
import { Ellipsis, Pause, Pencil, Play, Send, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { changed } from "@/components/forms/preview";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { lazyPart } from "@/components/ui/lazy-part";
import { Confirm } from "@/components/ui/overlays/confirm";
import { Menu, MenuItem, OnPhone } from "@/components/ui/overlays/menu";
import { SharedIcon } from "@/components/ui/shared-icon";
import { StateMark } from "@/components/ui/state-mark";
import { routes } from "@/lib/client/routes";
import type { IntegrationHealth } from "@/lib/contract/alerting/integration-health";
import type { Integration } from "@/lib/contract/alerting/integrations";
import { destinationOf } from "@/lib/presenters/alerting/app-form";
import { useAppSummary } from "./app-summaries";
import { IntegrationDialog } from "./integration-dialog";
import { IntegrationState, STATE_ICONS } from "./integration-state";
import { RateLimitedUntil } from "./rate-limited-until";
import { SecretState } from "./secret-state";

const DeliveryDialog = lazyPart(async () => (await import("./delivery-dialog")).DeliveryDialog);
/** The icons of each row, drawn once. */
export const ROW_ICONS = [Ellipsis, ...STATE_ICONS];

export function IntegrationRow({
  integration,
  mayChange,
  rateLimitedUntil,
  health,
  isUnused,
}: {
  integration: Integration;
  mayChange: boolean;
  /** Until when the integration is rate-limited; null if it isn't. */
  rateLimitedUntil: string | null;
  health: IntegrationHealth | undefined;
  /** Whether no alert rule sends to it. */
  isUnused: boolean;
}) {
  const [open, setOpen] = useState<"none" | "edit" | "delete">("none");
  const app = useAppSummary(integration.app);
  const close = () => setOpen("none");
  const secretUntil = health?.previous_secret_until ?? null;
  const params = { app: integration.app, integrationId: integration.id };
  const [testId, setTestId] = useState<number | null>(null);
  const test = useSave(routes.testIntegration, { onDone: (answer) => setTestId(answer.delivery_id) });
  const preview = ({ body }: { body?: { paused?: boolean } | undefined }) => ({
    listAllIntegrations: changed([integration.id], { paused: body?.paused }),
  });
  const turnBack = useSave(routes.updateIntegration, { preview });
  const turn = useSave(routes.updateIntegration, {
    done: (_, { body }) => (body?.paused ? "Integration paused" : "Integration resumed"),
    preview,
    undo:
      (_, { body }) =>
      () =>
        turnBack.mutate({ params, body: { paused: !body?.paused } }),
  });
  const isFailing = health && (health.consecutive_failures > 0 || health.retrying !== null);
  const remove = useSave(routes.deleteIntegration, { done: "Integration deleted", onDone: close });
  return (
    <li data-row className="integration-row">
      <div>
        <p>
          <b>{integration.name}</b>
          <small>{[app.title, destinationOf(app, integration.settings)].filter(Boolean).join(" · ")}</small>
        </p>
        {isUnused && <p className="mt-0.5 text-[13px] text-warn">No alert rule uses this.</p>}
        <IntegrationState health={health} isRateLimited={rateLimitedUntil !== null} />
        <SecretState until={secretUntil} />
      </div>
      <StateMark state={integration.paused ? "paused" : isFailing ? "failing" : "active"} size="sm" />
      {mayChange && (
        <>
          <Button
            size="sm"
            variant="quiet"
            busy={test.isPending}
            className="max-sm:hidden"
            onClick={() => test.mutate({ params })}
          >
            Send a test
          </Button>
          <Menu
            label={`Actions for ${integration.name}`}
            trigger={<SharedIcon icon={Ellipsis} />}
            triggerClass={buttonClass({ variant: "quiet", size: "icon" })}
          >
            <OnPhone>
              <MenuItem onSelect={() => test.mutate({ params })}>
                <Send /> Send a test
              </MenuItem>
            </OnPhone>
            <MenuItem onSelect={() => setOpen("edit")}>
              <Pencil /> Edit…
            </MenuItem>
            <MenuItem onSelect={() => turn.mutate({ params, body: { paused: !integration.paused } })}>
              {integration.paused ? <Play /> : <Pause />}
              {integration.paused ? "Resume" : "Pause"}
            </MenuItem>
            <MenuItem tone="danger" onSelect={() => setOpen("delete")}>
              <Trash2 /> Delete…
            </MenuItem>
          </Menu>
        </>
      )}
      {rateLimitedUntil && (
        <div className="order-last basis-full empty:hidden">
          <RateLimitedUntil at={rateLimitedUntil} />
        </div>
      )}
      {testId !== null && (
        <Suspense>
          <DeliveryDialog deliveryId={testId} onClose={() => setTestId(null)} />
        </Suspense>
      )}
      <IntegrationDialog
        open={open === "edit"}
        onClose={close}
        integration={integration}
        previousSecretUntil={secretUntil}
        signs={app.signs}
      />
      <Confirm
        open={open === "delete"}
        onClose={close}
        onConfirm={() => remove.mutate({ params })}
        busy={remove.isPending}
        title={`Delete ${integration.name}?`}
        action="Delete integration"
      >
        This also deletes its delivery log. Delete the alert rules that use it first.
      </Confirm>
    </li>
  );
}
