"use client";

import { Mail, Send } from "lucide-react";
import { useRef, useState } from "react";
import { DeliveryDialog } from "@/components/alerting/delivery-dialog";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/overlays/toast";
import { makeFirstRules } from "@/lib/client/first-rules";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { Step } from "./step";

/** Turns on alerts by email with one click, then offers a test that shows the mail server's response. */
export function MailStep({ viewer }: { viewer: Viewer }) {
  const { integrationId, busy, start } = useAlertMe(viewer);
  const [testId, setTestId] = useState<number | null>(null);
  const test = useSave(routes.testIntegration, { onDone: (answer) => setTestId(answer.delivery_id) });
  const { email } = viewer.user;
  if (integrationId === null)
    return (
      <Step icon={<Mail />} title="Send alerts to your email" text={email} done={false}>
        <Button variant="primary" size="sm" busy={busy} onClick={start}>
          Turn on alerts
        </Button>
      </Step>
    );
  return (
    <Step
      icon={<Mail />}
      title={`Alerts go to ${email}`}
      text="Sent when it goes down and when it recovers."
      done
    >
      <Button
        size="sm"
        busy={test.isPending}
        onClick={() => test.mutate({ params: { app: "email", integrationId } })}
      >
        <Send /> Send a test
      </Button>
      <DeliveryDialog deliveryId={testId} onClose={() => setTestId(null)} />
    </Step>
  );
}

/**
 * Creates an email integration for the viewer and the two most common alert rules. `integrationId` is null until both are there. After
 * a failure, the next try keeps the integration.
 */
function useAlertMe(viewer: Viewer): {
  integrationId: number | null;
  busy: boolean;
  start: () => void;
} {
  const [integrationId, setIntegrationId] = useState<number | null>(null);
  const createdId = useRef<number | null>(null);
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const create = async () => {
    const { id } = await request(routes.createIntegration, {
      params: { app: "email" },
      body: { name: `Email to ${viewer.user.name}`.slice(0, 50), settings: { members: [viewer.user.id] } },
    });
    return id;
  };
  const make = async () => {
    setBusy(true);
    try {
      createdId.current ??= await create();
      await makeFirstRules(createdId.current, () => null);
      setIntegrationId(createdId.current);
    } catch (error) {
      toast(error instanceof Error ? error.message : "Couldn't set up alerts.", { tone: "failed" });
    } finally {
      setBusy(false);
    }
  };
  return { integrationId, busy, start: () => void make() };
}
