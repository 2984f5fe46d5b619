"use client";
import { Activity, Megaphone } from "lucide-react";
import { Button, ButtonLink } from "@/components/ui/button";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { AlertWays } from "./alert-ways";
import { MailStep } from "./mail-step";
import { Step } from "./step";
import { usePublishPage } from "./use-publish-page";

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
    <div className="mx-auto max-w-2xl pt-[8vh]">
      <h1 className="text-[32px] leading-tight font-semibold tracking-tight">Monitoring {monitor.name}</h1>
      <p className="mt-2 text-[15px] text-muted">Recommended next steps</p>
      <ol className="mt-7 space-y-3">
        <Step icon={<Activity />} title={`${monitor.name} is checked every ${monitor.interval} seconds`} done>
          <ButtonLink size="sm" href={`/monitors/${monitor.id}`}>
            View monitor
          </ButtonLink>
        </Step>
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
      <div className="mt-8">
        {/* Loads the overview again, which now has a monitor. */}
        <ButtonLink href="/">Go to the overview</ButtonLink>
      </div>
    </div>
  );
}
