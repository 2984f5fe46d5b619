import type { Incident } from "@/lib/contract/incidents/incidents";
import { MONITOR_STATES, type MonitorState } from "@/lib/contract/monitors/states";
import type {
  AttentionGroup,
  AttentionMonitor,
  ExpiringCertificate,
  Overview,
  TroubledIntegration,
} from "@/lib/contract/reports/overview";
import { isInconclusive } from "@/lib/domain/checks/inconclusive";
import { shownState } from "@/lib/domain/checks/shown-state";
import { expiryWords } from "@/lib/presenters/checks/certificate-expiry";
import { silenceWords } from "@/lib/presenters/checks/silence-words";
import { counted, number } from "@/lib/presenters/core/format";
import type { StateWord } from "@/lib/presenters/core/states";
import { regionLabel } from "@/lib/presenters/monitors/region-labels";

type Counts = Overview["monitors"];

export interface StateCount {
  state: MonitorState;
  count: number;
}

/** Returns the counts to show, worst state first. Leaves out states without a monitor, except the two that people look for. */
export function shownCounts(counts: Counts): StateCount[] {
  return MONITOR_STATES.map((state) => ({ state, count: counts[state] })).filter(
    ({ state, count }) => count > 0 || state === "offline" || state === "online",
  );
}

export function monitorTotal(counts: Counts): number {
  return MONITOR_STATES.reduce((sum, state) => sum + counts[state], 0);
}

/** Sorts open incidents: those that aren't recovering first, then those of more monitors. */
export function worstFirst(incidents: readonly Incident[]): Incident[] {
  const rank = ({ status, monitors }: Incident) => (status === "ongoing" ? 1e6 : 0) + monitors.length;
  return [...incidents].sort((a, b) => rank(b) - rank(a));
}

/** One row of the attention list, linking to what it is about. */
export interface Attention {
  key: string;
  href: string;
  name: string;
  state: StateWord;
  why: string;
  /** When the monitor got into its state; null for anything else. */
  since: string | null;
}

/** Describes a monitor that is failing or not being checked, with the reason. */
export function monitorAttention(monitor: AttentionMonitor): Attention {
  const why = failureWords(monitor) ?? silenceWords(monitor) ?? "Recovering. The latest checks passed.";
  const isDown = monitor.status === "offline" || monitor.status === "partial";
  return {
    key: `monitor ${monitor.id}`,
    href: `/monitors/${monitor.id}`,
    name: monitor.name,
    state: shownState(monitor),
    why,
    since: isDown ? monitor.status_since : null,
  };
}

/** Says which regions fail and how; null if none does. Explains why a monitor is up in spite of it. */
function failureWords({ status, observed_regions: regions }: AttentionMonitor): string | null {
  const failing = regions.filter(({ last_error }) => last_error !== null);
  const [first] = failing;
  if (!first) return null;
  const why = `${regionLabel(first.region)}: ${first.last_error?.message}`;
  const isOnly = regions.length === 1;
  const share = `${failing.length} of ${counted(regions.length, "region")}`;
  if (failing.every(({ last_error }) => isInconclusive(last_error?.code ?? "")))
    return `Inconclusive${isOnly ? "" : ` in ${share}`}, which doesn't count as downtime. ${why}`;
  if (status === "online") return `Not confirmed yet${isOnly ? "" : `, ${share} failing`}. ${why}`;
  return isOnly ? why : `${share} failing. ${why}`;
}

/** Says how many monitors of a group are in which state, worst first: `140 offline, 3 partially offline`. */
export function groupWords({ monitors, offline, partial }: AttentionGroup): string {
  const others = monitors - offline - partial;
  return [
    offline > 0 && `${number(offline)} offline`,
    partial > 0 && `${number(partial)} partially offline`,
    others > 0 && `${number(others)} with a failing or silent region`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Describes a certificate that has expired or is about to. */
export function certificateAttention(certificate: ExpiringCertificate, now: Date): Attention {
  const { id, monitor_id, monitor_name, not_after, expires_first, warned_days } = certificate;
  const what = expires_first === null ? "certificate" : "intermediate certificate";
  const { state, text } = expiryWords(not_after, warned_days, now);
  return {
    key: `certificate ${id}`,
    href: `/monitors/${monitor_id}`,
    name: monitor_name,
    state: state === "expired" ? "expired" : "expiring",
    why: state === "expired" ? `Its ${what} ${text}` : `Its ${what} expires ${text}`,
    since: null,
  };
}

type Alerting = NonNullable<Overview["alerting"]>;

const NO_ALERTS: Record<NonNullable<Alerting["no_alerts"]>, string> = {
  no_integration: "No integration is connected. Add one, such as your email address.",
  no_alert_rule: "No alert rule covers outages of these monitors. Add one.",
  paused: "Every integration that would be alerted is paused. Resume one.",
};

/** Describes the problems that keep alerts from reaching people: an outage that would notify no one, and integrations that don't deliver. */
export function alertingAttention(alerting: Overview["alerting"]): Attention[] {
  if (alerting === null) return [];
  const { no_alerts: none, integrations } = alerting;
  const row = { href: "/integrations", since: null };
  return [
    ...(none === null
      ? []
      : [
          {
            ...row,
            key: "no alerts",
            name: "Outages alert no one",
            state: "no_alerts" as const,
            why: NO_ALERTS[none],
          },
        ]),
    ...integrations.data.map((integration) => ({
      ...row,
      key: `integration ${integration.id}`,
      name: integration.name,
      state: integration.trouble,
      why: troubleWords(integration),
    })),
  ];
}

function troubleWords({ trouble, reason }: TroubledIntegration): string {
  if (trouble === "rate_limited") return "The provider limits how many notifications it accepts.";
  if (trouble === "paused")
    return reason ?? "Alert rules use this integration, but it gets no notifications.";
  return reason === null ? "Its latest notifications weren't delivered." : `Latest error: ${reason}`;
}

export function headline({
  monitors,
  open_incidents,
  alerting,
}: Pick<Overview, "monitors" | "open_incidents" | "alerting">): string {
  if (monitors.offline > 0) return `${counted(monitors.offline, "monitor")} offline`;
  if (open_incidents.total > 0) return counted(open_incidents.total, "open incident");
  if (monitors.partial > 0) return `${counted(monitors.partial, "monitor")} partially offline`;
  const unseen = monitors.no_data;
  if (unseen === 0)
    return alerting?.no_alerts
      ? "All monitors are online, but outages alert no one"
      : "All monitors are online";
  return unseen === 1 ? "1 monitor isn't being checked" : `${unseen} monitors aren't being checked`;
}
