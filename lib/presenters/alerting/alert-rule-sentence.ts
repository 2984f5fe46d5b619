import type { AlertRule, CreateAlertRule } from "@/lib/contract/alerting/alert-rules";
import { EVENT_WORDS } from "@/lib/contract/alerting/event-words";
import type { EventKey } from "./integration-words";

/** Names used in the sentence. */
export interface RuleNames {
  readonly integration: string;
  readonly monitors: Readonly<Record<number, string>>;
}

type SentenceRule = Pick<
  AlertRule,
  "scope" | "event" | "rate_limit" | "event_settings" | "integration_settings" | "monitors" | "tags"
>;

/** Describes an alert rule: "When an incident opens on Shop, notify On call, at most once an hour." */
export function alertRuleSentence(rule: SentenceRule, names: RuleNames): string {
  const parts = [
    `When ${eventWords(rule)}${limitWords(rule, names)}`,
    `notify ${names.integration}${urgencyWords(rule)}`,
  ];
  const rate = rateWords(rule.rate_limit);
  if (rate) parts.push(rate);
  return `${parts.join(", ")}.`;
}

/** Describes an alert rule in a list of its integration's: "An incident opens on Shop", and how it sends, "at most once an hour · high priority". */
export function alertRuleLine(
  rule: SentenceRule,
  monitors: RuleNames["monitors"],
): { when: string; how: string | null } {
  const clause = `${eventWords(rule)}${limitWords(rule, { integration: "", monitors })}`;
  const how = [rateWords(rule.rate_limit), priorityWords(rule)].filter(Boolean).join(" · ");
  return { when: `${clause.slice(0, 1).toUpperCase()}${clause.slice(1)}`, how: how === "" ? null : how };
}

/** Groups rules by their integration, in the order of the integrations. Those of other projects come last, under null. */
export function rulesByIntegration<
  Rule extends Pick<AlertRule, "integration_id">,
  Named extends { id: number },
>(rules: readonly Rule[], integrations: readonly Named[]): { integration: Named | null; rules: Rule[] }[] {
  const known = new Set(integrations.map(({ id }) => id));
  const groups = [
    ...integrations.map((integration) => ({
      integration,
      rules: rules.filter(({ integration_id: id }) => id === integration.id),
    })),
    { integration: null, rules: rules.filter(({ integration_id: id }) => !known.has(id)) },
  ];
  return groups.filter(({ rules: own }) => own.length > 0);
}

function eventWords({ event, event_settings: settings }: SentenceRule): string {
  const title: string = EVENT_WORDS[event].clause;
  if (typeof settings?.days_before_expiry === "number") {
    const days = settings.days_before_expiry;
    return `a certificate expires in ${days} day${days === 1 ? "" : "s"}`;
  }
  if (settings?.type === "monitor") return title.replace(/\ban incident\b/, "an automatic incident");
  if (settings?.type === "manual") return title.replace(/\ban incident\b/, "a manual incident");
  return title;
}

function limitWords({ scope, monitors, tags }: SentenceRule, names: RuleNames): string {
  const words: string[] = [];
  if (monitors.length > 0)
    words.push(` on ${joined(monitors.map((id) => names.monitors[id] ?? `monitor ${id}`))}`);
  if (tags.length > 0) words.push(` with the tag ${joined(tags)}`);
  if (scope === "organization") words.push(" in any project");
  return words.join("");
}

function joined(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}

function urgencyWords(rule: SentenceRule): string {
  const priority = priorityWords(rule);
  return priority === null ? "" : ` with ${priority}`;
}

function priorityWords({ integration_settings: settings }: SentenceRule): string | null {
  return typeof settings?.priority === "string" ? `${settings.priority} priority` : null;
}

function rateWords(minutes: number): string | null {
  if (minutes === 0) return null;
  if (minutes < 60) return `at most once every ${minutes} minutes`;
  if (minutes === 60) return "at most once an hour";
  return minutes === 1440 ? "at most once a day" : `at most once every ${minutes / 60} hours`;
}

type RuleMatter = Pick<
  AlertRule,
  "scope" | "event" | "integration_id" | "event_settings" | "monitors" | "tags"
>;

/** Returns a key of what a rule covers. Two rules with the same key would notify the same people of the same events. */
function matterOf({ scope, event, integration_id, event_settings, monitors, tags }: RuleMatter): string {
  const type = event_settings?.type ?? event_settings?.days_before_expiry ?? "all";
  return JSON.stringify([scope, event, integration_id, type, [...monitors].sort(), [...tags].sort()]);
}

/** Returns the rule that already covers the same as the given one, or null. Ignores the rule's own ID. */
export function repeatedRule<Rule extends RuleMatter & { id: number }>(
  rules: readonly Rule[],
  given: RuleMatter,
  ownId: number | null,
): Rule | null {
  const matter = matterOf(given);
  return rules.find((rule) => rule.id !== ownId && matterOf(rule) === matter) ?? null;
}

/**
 * Returns the IDs of rules that never send. An event goes to an integration once, through the rule with the lowest rate limit,
 * then the oldest.
 */
export function silentRules(rules: readonly AlertRule[]): Set<number> {
  const first = [...rules].sort((a, b) => a.rate_limit - b.rate_limit || a.id - b.id);
  const seen = new Set<string>();
  const repeats = first.filter((rule) => {
    const matter = matterOf(rule);
    const isKnown = seen.has(matter);
    seen.add(matter);
    return isKnown;
  });
  return new Set(repeats.map(({ id }) => id));
}

/** Events of the rules suggested for a new integration: an incident opens, an incident recovers. */
const FIRST_RULE_EVENTS: readonly EventKey[] = ["uptime.incident.created", "uptime.incident.recovered"];

/** Returns the suggested rules for a new integration. `messageSettings` returns the settings that its app requires. */
export function suggestedRules(
  integrationId: number,
  messageSettings: (event: EventKey) => Readonly<Record<string, unknown>> | null,
): CreateAlertRule[] {
  return FIRST_RULE_EVENTS.map((event) => ({
    scope: "project",
    event,
    integration_id: integrationId,
    rate_limit: 0,
    event_settings: { type: "all" },
    integration_settings: messageSettings(event),
    monitors: [],
    tags: [],
  }));
}

/** Describes both suggested rules in one sentence. */
export function firstRulesSentence(integration: string): string {
  return `When an incident opens or recovers, notify ${integration} every time.`;
}
