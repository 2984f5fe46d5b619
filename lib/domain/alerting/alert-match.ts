import type { EventFacts } from "./event-facts";

/** The filters of an alert rule. */
export interface RuleLimits {
  readonly eventSettings: Record<string, unknown> | null;
  readonly monitors: readonly number[];
  readonly tags: readonly string[];
}

/** Monitor with the properties that alert rules can be limited to. */
export interface LimitingMonitor {
  readonly id: number;
  readonly tags: readonly string[];
}

/** Returns whether an alert rule for this event's key matches the event: incident type, certificate days, monitors, and tags. */
export function ruleMatches(rule: RuleLimits, facts: EventFacts): boolean {
  return ruleCovers(rule, facts, concerned(facts));
}

/** Returns whether an alert rule would match the event if it concerned these monitors. */
export function ruleCovers(
  rule: RuleLimits,
  facts: EventFacts,
  monitors: readonly LimitingMonitor[],
): boolean {
  return (
    typeMatches(rule, facts) &&
    daysMatch(rule, facts) &&
    monitorsMatch(rule, monitors) &&
    tagsMatch(rule, facts.incident?.tags ?? [], monitors)
  );
}

/** How many alert rules were for an event that none of them matched, and how many each of their limits kept out. */
export interface UnmatchedRules {
  readonly total: number;
  readonly type: number;
  readonly monitors: number;
  readonly tags: number;
}

/** Counts, for rules that don't match the event, the first limit of each that it doesn't meet. */
export function unmatchedRules(rules: readonly RuleLimits[], facts: EventFacts): UnmatchedRules {
  const monitors = concerned(facts);
  const limits = rules.map((rule) => {
    if (!typeMatches(rule, facts)) return "type";
    return monitorsMatch(rule, monitors) ? "tags" : "monitors";
  });
  const by = (limit: string) => limits.filter((each) => each === limit).length;
  return { total: rules.length, type: by("type"), monitors: by("monitors"), tags: by("tags") };
}

/** Returns whether an alert rule isn't limited to other monitors or tags. */
export function ruleConcerns(rule: Pick<RuleLimits, "monitors" | "tags">, monitor: LimitingMonitor): boolean {
  return monitorsMatch(rule, [monitor]) && tagsMatch(rule, [], [monitor]);
}

function typeMatches(rule: RuleLimits, facts: EventFacts): boolean {
  return facts.incident === null || reportsEnd(rule.eventSettings, facts.incident.type);
}

/** Returns whether an alert rule with these settings reports the recovery of an incident whose start was sent to its integration. */
export function reportsEnd(eventSettings: RuleLimits["eventSettings"], type: "monitor" | "manual"): boolean {
  const wanted = eventSettings?.type ?? "all";
  return wanted === "all" || wanted === type;
}

function daysMatch(rule: RuleLimits, facts: EventFacts): boolean {
  const wanted = rule.eventSettings?.days_before_expiry;
  return typeof wanted !== "number" || facts.dueDays.includes(wanted);
}

/** Returns whether an expiry event is due for this integration on a day that its alert rule specifies. Always true for other events. */
export function isDueFor(integrationId: number, { eventSettings }: RuleLimits, { due }: EventFacts): boolean {
  if (due === null) return true;
  const wanted = eventSettings?.days_before_expiry;
  return due.some(({ days, integration_id }) => days === wanted && integration_id === integrationId);
}

function monitorsMatch(rule: Pick<RuleLimits, "monitors">, monitors: readonly LimitingMonitor[]): boolean {
  if (rule.monitors.length === 0) return true;
  return monitors.some((monitor) => rule.monitors.includes(monitor.id));
}

function tagsMatch(
  rule: Pick<RuleLimits, "tags">,
  incidentTags: readonly string[],
  monitors: readonly LimitingMonitor[],
): boolean {
  if (rule.tags.length === 0) return true;
  const tags = [...incidentTags, ...monitors.flatMap((monitor) => monitor.tags)];
  return rule.tags.some((tag) => tags.includes(tag));
}

/** Returns the monitors that the event concerns: the one that joined or left, otherwise all of the incident or window. */
function concerned(facts: EventFacts) {
  return facts.monitor ? [facts.monitor] : facts.affectedMonitors;
}
