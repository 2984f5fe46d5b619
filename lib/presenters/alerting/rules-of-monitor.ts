import type { AlertRule } from "@/lib/contract/alerting/alert-rules";
import { EVENT_WORDS, eventTitle } from "@/lib/contract/alerting/event-words";
import { type LimitingMonitor, ruleConcerns } from "@/lib/domain/alerting/alert-match";
import { rulesByIntegration } from "./alert-rule-sentence";

/** Integrations to which alert rules send the same events of a monitor. */
export interface NotifiedOf {
  readonly names: readonly string[];
  /** Titles of events, in the order in which alert rules offer them. */
  readonly events: readonly string[];
}

/** Returns which integrations alert rules notify about a monitor, and whether one learns that its incidents open. */
export function notifiedOf(
  monitor: LimitingMonitor,
  rules: readonly AlertRule[],
  integrations: readonly { id: number; name: string }[],
): { notified: NotifiedOf[]; isCovered: boolean } {
  const covering = rules.filter((rule) => ruleConcerns(rule, monitor));
  const namesByEvents = new Map<string, string[]>();
  for (const { integration, rules: own } of rulesByIntegration(covering, integrations)) {
    const events = new Set<string>(own.map(({ event }) => event));
    const key = Object.keys(EVENT_WORDS)
      .filter((event) => events.has(event))
      .join();
    const name = integration?.name ?? "An integration in another project";
    namesByEvents.set(key, [...(namesByEvents.get(key) ?? []), name]);
  }
  const notified = [...namesByEvents].map(([key, names]) => ({
    names,
    events: key.split(",").map(eventTitle),
  }));
  return { notified, isCovered: covering.some(({ event }) => event === "uptime.incident.created") };
}
