"use client";
import { Mail, Send } from "lucide-react";
import { useState } from "react";
import { DeliveryDialog } from "@/components/alerting/delivery-dialog";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { routes } from "@/lib/client/routes";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { Step } from "./step";
import { useAlertMe } from "./use-alert-me";

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
    <Step icon={<Mail />} title={`Alerts go to ${email}`} text="When it goes down and when it recovers." done>
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
