import type { Certificate } from "@/lib/contract/checks/certificates";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { expiryWords } from "@/lib/presenters/checks/certificate-expiry";
import { shownState, silenceWords } from "@/lib/presenters/checks/silence-words";
import { counted } from "@/lib/presenters/core/format";
import type { StateWord } from "@/lib/presenters/core/states";
import { regionLabel } from "@/lib/presenters/monitors/region-labels";

const ORDER = ["offline", "partial", "fetching", "online", "paused"] as const;
const ATTENTION_MAX = 10;
type Status = (typeof ORDER)[number];

export interface StateCount {
  status: Status;
  count: number;
}

/** Counts the monitors in each state, worst first. */
export function countByState(monitors: readonly Monitor[]): StateCount[] {
  return ORDER.map((status) => ({
    status,
    count: monitors.filter((monitor) => monitor.status === status).length,
  }));
}

/** One row of the attention list, linking to its monitor. */
export interface Attention {
  key: string;
  monitorId: number;
  name: string;
  state: StateWord;
  why: string;
}

/** Returns monitors that are failing or not being checked, each with the reason, worst first. */
export function attentionOf(monitors: readonly Monitor[]): Attention[] {
  return monitors
    .flatMap((monitor) => {
      if (monitor.paused) return [];
      const failing = monitor.observed_regions.find((region) => region.last_error !== null);
      const silence = silenceWords(monitor);
      const fails = failing || monitor.status === "offline" || monitor.status === "partial";
      if (!fails && silence === null) return [];
      const why = failing
        ? `${regionLabel(failing.region)}: ${failing.last_error?.message}`
        : (silence ?? "Failing, but the latest check passed");
      return [{ monitor, why }];
    })
    .sort((a, b) => ORDER.indexOf(a.monitor.status) - ORDER.indexOf(b.monitor.status))
    .slice(0, ATTENTION_MAX)
    .map(({ monitor, why }) => ({
      key: `monitor ${monitor.id}`,
      monitorId: monitor.id,
      name: monitor.name,
      state: shownState(monitor),
      why,
    }));
}

/** Returns certificates that have expired or that an alert rule already warns about, earliest first. Skips paused monitors. */
export function expiringOf(
  certificates: readonly Certificate[],
  monitors: readonly Monitor[],
  now: Date,
): Attention[] {
  const byId = new Map(monitors.map((monitor) => [monitor.id, monitor]));
  return certificates
    .toSorted((a, b) => a.not_after.localeCompare(b.not_after))
    .flatMap(({ id, monitor_id, not_after, warned_days, subject_common_name }) => {
      const { state, text } = expiryWords(not_after, warned_days, now);
      const monitor = byId.get(monitor_id);
      if (state === "valid" || monitor?.paused) return [];
      const name = monitor?.name ?? subject_common_name ?? "A monitor";
      const why = state === "expired" ? `Its certificate ${text}` : `Its certificate expires ${text}`;
      return [{ key: `certificate ${id}`, monitorId: monitor_id, name, state, why }];
    })
    .slice(0, ATTENTION_MAX);
}

/** Returns the headline of the overview. */
export function headline(openIncidents: number, monitors: readonly Monitor[]): string {
  if (openIncidents > 0) return `${counted(openIncidents, "open incident")}`;
  const broken = monitors.filter(({ status }) => status === "offline").length;
  if (broken > 0) return `${counted(broken, "monitor")} offline`;
  const unseen = monitors.filter(({ data_missing }) => data_missing).length;
  if (unseen === 0) return "All systems up";
  return unseen === 1 ? "1 monitor isn't being checked" : `${unseen} monitors aren't being checked`;
}
