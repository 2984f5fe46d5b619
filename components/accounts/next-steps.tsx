"use client";
import { Activity, CheckCircle2, Mail, Megaphone } from "lucide-react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { useAlertMe } from "./use-alert-me";
import { usePublishPage } from "./use-publish-page";

/** Offers one-click next steps after the first monitor: publish a status page and send alerts to the user's email. */
export function NextSteps({ monitor, viewer }: { monitor: Monitor; viewer: Viewer }) {
  const page = usePublishPage(viewer);
  const alerts = useAlertMe(viewer);
  return (
    <div className="mx-auto max-w-2xl pt-[8vh]">
      <h1 className="text-[32px] leading-tight font-semibold tracking-tight">Monitoring {monitor.name}</h1>
      <p className="mt-2 text-[15px] text-muted">Two more steps that most people take, one click each.</p>
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
            <Button look="primary" size="sm" busy={page.busy} onClick={() => page.publish(monitor)}>
              Publish page
            </Button>
          )}
        </Step>
        <Step
          icon={<Mail />}
          title={alerts.done ? `Alerts go to ${viewer.user.email}` : "Send alerts to your email"}
          text={alerts.done ? "When it goes down and when it recovers." : viewer.user.email}
          done={alerts.done}
        >
          {alerts.done ? (
            <ButtonLink size="sm" href="/integrations">
              View alert rules
            </ButtonLink>
          ) : (
            <Button look="primary" size="sm" busy={alerts.busy} onClick={alerts.start}>
              Turn on alerts
            </Button>
          )}
        </Step>
      </ol>
      <div className="mt-8">
        {/* Loads the overview again, which now has a monitor. */}
        <ButtonLink href="/">Go to the overview</ButtonLink>
      </div>
    </div>
  );
}

function Step({
  icon,
  title,
  text,
  done,
  children,
}: {
  icon: ReactNode;
  title: string;
  text?: string;
  done: boolean;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-xl border border-line bg-surface p-4">
      <span
        className={`grid size-9 place-items-center rounded-lg [&_svg]:size-4.5 ${done ? "bg-up-soft text-up" : "bg-sunken text-muted"}`}
      >
        {done ? <CheckCircle2 aria-label="Done" /> : icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        {text && <p className="truncate text-muted">{text}</p>}
      </div>
      {children}
    </li>
  );
}
