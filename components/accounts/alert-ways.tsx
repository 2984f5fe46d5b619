import { BellRing } from "lucide-react";
import { MailSetup } from "@/components/alerting/mail-setup";
import { ButtonLink } from "@/components/ui/button";
import { NotificationsCard } from "./notifications-card";
import { Step } from "./step";

/** Says that email isn't configured, and offers other ways to get alerts and the set-up of a mail server. Each has a test. */
export function AlertWays() {
  return (
    <Step
      icon={<BellRing />}
      title="Choose how to get alerts"
      text="Email isn't configured yet."
      done={false}
      details={
        <>
          <NotificationsCard />
          <ButtonLink size="sm" href="/integrations">
            Add Slack, a webhook, or another app
          </ButtonLink>
          <details>
            <summary className="cursor-pointer rounded text-[13px] font-medium text-muted hover:text-ink">
              Set up email
            </summary>
            <div className="mt-3">
              <MailSetup />
            </div>
          </details>
        </>
      }
    />
  );
}
