"use client";

import { BellRing, Megaphone } from "lucide-react";
import { useState } from "react";
import { MailSetup } from "@/components/alerting/mail-setup";
import { useSave } from "@/components/forms/use-save";
import { Button, ButtonLink } from "@/components/ui/button";
import { routes } from "@/lib/client/routes";
import { ApiError } from "@/lib/contract/core/errors";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { starterPage } from "@/lib/presenters/status-pages/starter-page";
import { MailStep } from "./mail-step";
import { BrowserNotifications } from "./notifications-card";
import { Step } from "./step";

/** Offers next steps after the first monitor: publish a status page and get alerts. */
export function NextSteps({
  monitor,
  viewer,
  hasMail,
}: {
  monitor: Monitor;
  viewer: Viewer;
  hasMail: boolean;
}) {
  const page = usePublishPage(viewer);
  return (
    <div className="mx-auto max-w-2xl sm:pt-[8vh]">
      <h1 className="text-[32px] leading-tight font-semibold tracking-tight">Monitoring {monitor.name}</h1>
      <p className="mt-2 text-[15px] text-muted">Checked every {monitor.interval} seconds.</p>
      <ol className="mt-7 space-y-3">
        <Step
          icon={<Megaphone />}
          title={page.url ? "Your status page is live" : "Publish a status page"}
          text={page.url ?? "Show your users what works and what doesn't."}
          done={page.url !== null}
        >
          {page.url ? (
            <a
              className="font-medium text-accent underline underline-offset-2"
              href={page.url}
              target="_blank"
              rel="noreferrer"
            >
              Open page
            </a>
          ) : (
            <Button variant="primary" size="sm" busy={page.busy} onClick={() => page.publish(monitor)}>
              Publish page
            </Button>
          )}
        </Step>
        {hasMail ? <MailStep viewer={viewer} /> : <AlertWays />}
      </ol>
      <div className="mt-8 flex flex-wrap gap-2">
        {/* Loads the overview again, which now has a monitor. */}
        <ButtonLink href="/">Go to the overview</ButtonLink>
        <ButtonLink variant="quiet" href={`/monitors/${monitor.id}`}>
          View monitor
        </ButtonLink>
      </div>
    </div>
  );
}

/** Publishes a status page with one monitor. Adds a number to the subdomain if it's taken. */
function usePublishPage(viewer: Viewer): {
  url: string | null;
  busy: boolean;
  publish: (monitor: Monitor) => void;
} {
  const [url, setUrl] = useState<string | null>(null);
  const save = useSave(routes.createStatusPage, { fields: true, onDone: (page) => setUrl(page.url) });
  const publish = async (monitor: Monitor) => {
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      try {
        await save.mutateAsync({ body: starterPage(viewer.organization, monitor, attempt) });
        return;
      } catch (error) {
        if (!(error instanceof ApiError) || !error.errors?.subdomain) return;
      }
    }
  };
  return { url, busy: save.isPending, publish: (monitor) => void publish(monitor) };
}

/** Says that email isn't configured, and offers other ways to get alerts and the set-up of a mail server. Each has a test. */
function AlertWays() {
  return (
    <Step
      icon={<BellRing />}
      title="Choose how to get alerts"
      text="Email isn't configured yet."
      done={false}
      details={
        <>
          <div className="-mx-4 border-y border-line">
            <BrowserNotifications />
          </div>
          <ButtonLink size="sm" href="/integrations">
            Add Slack, a webhook, or another app
          </ButtonLink>
          <details>
            <summary className="fold-text">Set up email</summary>
            <div className="mt-3">
              <MailSetup />
            </div>
          </details>
        </>
      }
    />
  );
}
