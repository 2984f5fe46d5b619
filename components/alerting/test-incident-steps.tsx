import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/class-names";
import { StateMark } from "@/components/ui/state-mark";
import type { TestIncident } from "@/lib/contract/alerting/test-incidents";
import {
  type NotificationStep,
  type StepState,
  testIncidentSteps,
} from "@/lib/presenters/alerting/test-incident";
import { counted } from "@/lib/presenters/core/format";

/** Shows the four steps of a test incident, each with its outcome. */
export function TestIncidentProgress({ testIncident }: { testIncident: TestIncident }) {
  const { checked, judged, notified, recovered } = testIncidentSteps(testIncident);
  return (
    <ol className="space-y-5" aria-live="polite">
      <Step state={checked.state} title="Check: runners look up a name that can't exist">
        <ul className="space-y-1">
          {checked.regions.map(({ name, outcome, message, count }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-medium">{name}</span>
              <StateMark state={outcome} size="sm" />
              <span className="min-w-0 text-[13px] text-muted">
                {counted(count, "check")}
                {message && `: ${message}`}
              </span>
            </li>
          ))}
        </ul>
      </Step>
      <Step state={judged.state} title={`Decision: the settings of ${testIncident.monitor.name} apply`}>
        {judged.reason && <p className="text-muted">{judged.reason}</p>}
      </Step>
      <Step state={notified.state} title="Notifications: incident opened">
        <Messages step={notified} />
      </Step>
      <Step state={recovered.state} title="Notifications: incident recovered">
        <Messages step={recovered} />
      </Step>
    </ol>
  );
}

const WORDS: Record<StepState, string> = {
  waiting: "waiting",
  running: "running",
  done: "done",
  failed: "failed",
};

function Step({ state, title, children }: { state: StepState; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[24px_1fr] gap-x-3 gap-y-1.5">
      <span
        className={cn(
          "mt-px flex size-5 items-center justify-center rounded-full border border-line",
          state === "running" && "animate-breathe border-calm",
          state === "done" && "border-transparent bg-up-soft text-up",
          state === "failed" && "border-transparent bg-down-soft text-down",
        )}
      >
        {state === "done" && <Check className="size-3.5" aria-hidden="true" />}
        {state === "failed" && <X className="size-3.5" aria-hidden="true" />}
      </span>
      <h3 className={cn("font-medium", state === "waiting" && "text-muted")}>
        {title}
        <span className="sr-only">: {WORDS[state]}</span>
      </h3>
      <div className="col-start-2 empty:hidden">{children}</div>
    </li>
  );
}

function Messages({ step: { state, notified, hasIntegration } }: { step: NotificationStep }) {
  return (
    <>
      {state !== "waiting" && state !== "running" && !hasIntegration && (
        <p className="not-last:mb-1.5 text-warn">
          {notified.length === 0
            ? "No alert rule covers this event. In a real outage, no alerts would be sent."
            : "No alert rule covers this event. Only these browsers get a notification."}
        </p>
      )}
      {notified.length > 0 && (
        <ul className="space-y-1.5">
          {notified.map(({ key, name, state: mark, reason }) => (
            <li
              key={key}
              className="grid grid-cols-[1fr_auto] items-center gap-x-3 sm:grid-cols-[10rem_6rem_1fr]"
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
              <span>
                <StateMark state={mark} size="sm" />
              </span>
              {reason && <span className="text-[13px] text-muted max-sm:col-span-2">{reason}</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
