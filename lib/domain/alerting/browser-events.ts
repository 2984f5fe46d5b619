import type { EventFacts } from "./event-facts";

const STARTS_AND_ENDS: readonly string[] = ["uptime.incident.created", "uptime.incident.recovered"];
const OF_ONE_MONITOR: readonly string[] = [
  "uptime.incident.propagated",
  "uptime.incident.partially_recovered",
];

/**
 * Returns the events that members' browsers show, which have no alert rules. Takes events in their order. A notification replaces the
 * incident's previous one, so of several monitors that join, or leave, only the last is shown, and all that a window mutes,
 * because those may be sent after it.
 */
export function shownByBrowsers(events: readonly EventFacts[]): EventFacts[] {
  const replaced = new Set<string>();
  return events
    .filter(({ ending }) => ending !== "separated")
    .toReversed()
    .filter(({ event: { key }, incident, monitor }) => {
      if (!OF_ONE_MONITOR.includes(key)) return STARTS_AND_ENDS.includes(key);
      if (monitor?.muted) return true;
      const kind = `${incident?.id} ${key}`;
      const isLast = !replaced.has(kind);
      replaced.add(kind);
      return isLast;
    })
    .toReversed();
}
