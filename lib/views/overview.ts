import type { Monitor } from "@/lib/contract/monitors";
import { counted } from "./format";
import { REGION_NAMES } from "./region-names";

const ORDER = ["offline", "partial", "fetching", "online", "paused"] as const;
type Status = (typeof ORDER)[number];

export interface StateCount {
  status: Status;
  count: number;
}

/** How many monitors are in each state, worst first. */
export function countByState(monitors: readonly Monitor[]): StateCount[] {
  return ORDER.map((status) => ({
    status,
    count: monitors.filter((monitor) => monitor.status === status).length,
  }));
}

/** Monitors that fail or begin to, with the reason in one line; worst first. */
export function attentionOf(monitors: readonly Monitor[]): { monitor: Monitor; why: string }[] {
  return monitors
    .flatMap((monitor) => {
      if (monitor.paused) return [];
      const failing = monitor.observed_regions.find((region) => region.last_error !== null);
      if (!failing && monitor.status !== "offline" && monitor.status !== "partial") return [];
      const why = failing
        ? `${REGION_NAMES[failing.region]}: ${failing.last_error?.message}`
        : "Failing, the latest check passed";
      return [{ monitor, why }];
    })
    .sort((a, b) => ORDER.indexOf(a.monitor.status) - ORDER.indexOf(b.monitor.status))
    .slice(0, 10);
}

/** The page's one sentence. */
export function headline(openIncidents: number, counts: readonly StateCount[]): string {
  if (openIncidents > 0) return `${counted(openIncidents, "open incident")}`;
  const broken = counts.find(({ status }) => status === "offline")?.count ?? 0;
  return broken > 0 ? `${counted(broken, "monitor")} offline` : "All is well";
}
