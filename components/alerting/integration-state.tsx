import { CircleAlert, CircleCheck, CirclePause, type LucideIcon, RotateCw } from "lucide-react";
import { SharedIcon } from "@/components/ui/shared-icon";
import { Time } from "@/components/ui/time/time";
import type { IntegrationHealth } from "@/lib/contract/alerting/integration-health";
import { counted } from "@/lib/presenters/core/format";
import { trimEndOf } from "@/lib/shared/trim-end";

/** The icons of all states, drawn once for a list. */
export const STATE_ICONS: readonly LucideIcon[] = [CircleAlert, CircleCheck, CirclePause, RotateCw];

/** Shows the delivery health of an integration in one line; problems that need action come first. */
export function IntegrationState({
  health,
  isRateLimited,
}: {
  health: IntegrationHealth | undefined;
  /** Whether the integration is rate-limited; the row then shows until when. */
  isRateLimited: boolean;
}) {
  if (!health) return null;
  const { last, retrying, pause_reason: pauseReason, consecutive_failures: failures } = health;
  if (pauseReason)
    return (
      <Line
        icon={CirclePause}
        tone="text-down"
        words={`${sentence(pauseReason)} Send a test notification, then resume the integration.`}
      />
    );
  const row = failures > 1 ? `${counted(failures, "consecutive failure")}. ` : "";
  if (isRateLimited && (retrying || !last)) return null;
  if (retrying) {
    const words = `${row}${sentence(retrying.reason ?? "The delivery failed")}`;
    return (
      <Line icon={RotateCw} tone="text-warn" words={words}>
        Next attempt <Time at={retrying.next_attempt_at} />.
      </Line>
    );
  }
  if (!last) return <p className="mt-0.5 text-[13px] text-muted">No notifications sent yet. Send a test.</p>;
  const what = last.event === "test" ? "Test" : "Last notification";
  if (last.status === "failed") {
    return (
      <Line
        icon={CircleAlert}
        tone="text-down"
        words={`${row}${sentence(last.reason ?? "the delivery failed")}`}
      >
        {what} failed <Time at={last.at} />.
      </Line>
    );
  }
  if (last.status === "not_sent") {
    return (
      <Line icon={CircleAlert} tone="text-warn" words={last.reason ?? ""}>
        {what} not sent <Time at={last.at} />.
      </Line>
    );
  }
  return (
    <Line icon={CircleCheck} tone={last.reason ? "text-warn" : "text-muted"} words={last.reason ?? ""}>
      {last.reason ? what : `${what} delivered`} <Time at={last.at} />.
    </Line>
  );
}

/** Turns `returned 404` into `Returned 404.`, but leaves a host's name at the start as it is. */
function sentence(text: string): string {
  const isHost = /^[^\s.]+\.[^\s]/.test(text);
  const said = trimEndOf(isHost ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`, /[.\s]/);
  return said.endsWith("?") ? said : `${said}.`;
}

function Line(props: { icon: LucideIcon; tone: string; words: string; children?: React.ReactNode }) {
  return (
    <p className={`state-line ${props.tone}`}>
      <SharedIcon icon={props.icon} />
      <span>
        {props.children} {props.words}
      </span>
    </p>
  );
}
