import type { AlertRule } from "@/lib/contract/alerting/alert-rules";
import { EVENT_WORDS } from "@/lib/contract/alerting/event-words";
import { type LimitingMonitor, ruleConcerns } from "@/lib/domain/alerting/alert-match";
import { rulesByIntegration } from "./alert-rule-sentence";

/** An integration, with the events of a monitor that alert rules send to it. */
export interface NotifiedOf {
  readonly id: number;
  readonly name: string;
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
  const notified = rulesByIntegration(covering, integrations).map(({ integration, rules: own }) => {
    const events = new Set<string>(own.map(({ event }) => event));
    return {
      id: integration?.id ?? 0,
      name: integration?.name ?? "An integration in another project",
      events: Object.entries(EVENT_WORDS).flatMap(([key, { title }]) => (events.has(key) ? [title] : [])),
    };
  });
  return { notified, isCovered: covering.some(({ event }) => event === "uptime.incident.created") };
}
