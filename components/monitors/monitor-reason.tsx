import Link from "next/link";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time/time";
import type { Incident } from "@/lib/contract/incidents/incidents";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { silenceWords } from "@/lib/presenters/checks/silence-words";
import { unconfirmedWords } from "@/lib/presenters/checks/unconfirmed-words";
import { regionLabel } from "@/lib/presenters/monitors/region-labels";

/** Shows since when and why the monitor is down, and regions without a runner; nothing while all is well. */
export function MonitorReason({
  monitor,
  isReported,
  incident,
}: {
  monitor: Monitor;
  /** Whether no region checks it. */
  isReported: boolean;
  incident: Incident | undefined;
}) {
  const failing = monitor.observed_regions.filter((region) => region.last_error !== null);
  // The incident's title says what was reported.
  const reasons = failing.filter(
    ({ last_error }) => !(isReported && incident?.title.endsWith(last_error?.message ?? "")),
  );
  const silence = silenceWords(monitor);
  const isUnreadable = monitor.request_unreadable;
  const isSlow = monitor.degraded_since !== null && monitor.status === "online";
  if (!isUnreadable && !incident && !isSlow && failing.length === 0 && silence === null) return null;
  return (
    <Notice tone={monitor.status === "offline" ? "down" : "warn"}>
      {isUnreadable && (
        <p>
          This monitor isn't checked. Its headers and body can't be decrypted. Edit it to enter them again.
        </p>
      )}
      {isSlow && (
        <p>
          Slow for <Time at={monitor.degraded_since ?? ""} as="since" />: too many checks take longer than{" "}
          {monitor.slow_threshold} ms.
        </p>
      )}
      {incident && (
        <p>
          <Link href={`/incidents/${incident.id}`} className="font-semibold underline underline-offset-2">
            {incident.slug}
          </Link>{" "}
          {incident.title} · for <Time at={incident.incident_at} as="since" />
        </p>
      )}
      {reasons.length > 0 && (
        <ul className="mt-1 space-y-0.5">
          {reasons.map(({ region, last_error }) => (
            <li key={region}>
              {!isReported && <span className="font-medium">{regionLabel(region)}: </span>}
              {last_error?.message}
            </li>
          ))}
        </ul>
      )}
      {silence && <p className={incident || failing.length > 0 ? "mt-1" : ""}>{silence}</p>}
      {!incident && failing.length > 0 && <p className="mt-1 text-muted">{unconfirmedWords(monitor)}</p>}
    </Notice>
  );
}
