import { cn } from "@/components/ui/class-names";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import type { ExpiryWords } from "@/lib/presenters/checks/certificate-expiry";

/** Shows the expiry date and the time left, marked from the day on which an alert rule warns. */
export function CertificateExpires({ at, expiry }: { at: string; expiry: ExpiryWords }) {
  const { state, text } = expiry;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Time at={at} as="date" />
      <span
        className={cn(
          state === "valid" && "text-muted",
          state === "expiring" && "text-warn",
          state === "expired" && "text-down",
        )}
      >
        {text}
      </span>
      {state !== "valid" && <StateMark state={state} size="sm" />}
    </span>
  );
}
