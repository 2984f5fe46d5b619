import type { EventFacts } from "./event-facts";

/** What a rule limits itself to. */
export interface RuleLimits {
  readonly eventSettings: Record<string, unknown> | null;
  readonly monitors: readonly number[];
  readonly tags: readonly string[];
}

/** Whether a rule for this event's key tells about this event: incident type, certificate days, monitors, tags. Pure. */
export function ruleMatches(rule: RuleLimits, facts: EventFacts): boolean {
  return (
    typeMatches(rule, facts) && daysMatch(rule, facts) && monitorsMatch(rule, facts) && tagsMatch(rule, facts)
  );
}

function typeMatches(rule: RuleLimits, facts: EventFacts): boolean {
  const wanted = rule.eventSettings?.type ?? "all";
  return wanted === "all" || facts.incident === null || facts.incident.type === wanted;
}

function daysMatch(rule: RuleLimits, facts: EventFacts): boolean {
  const wanted = rule.eventSettings?.days_before_expiry;
  return typeof wanted !== "number" || facts.dueDays.includes(wanted);
}

/** Whether an event tells this integration of the days that its rule asks for; of other events always. Pure. */
export function isDueFor(integrationId: number, { eventSettings }: RuleLimits, { due }: EventFacts): boolean {
  if (due === null) return true;
  const wanted = eventSettings?.days_before_expiry;
  return due.some(({ days, integration_id }) => days === wanted && integration_id === integrationId);
}

function monitorsMatch(rule: RuleLimits, facts: EventFacts): boolean {
  if (rule.monitors.length === 0) return true;
  return concerned(facts).some((monitor) => rule.monitors.includes(monitor.id));
}

function tagsMatch(rule: RuleLimits, facts: EventFacts): boolean {
  if (rule.tags.length === 0) return true;
  const tags = [...(facts.incident?.tags ?? []), ...concerned(facts).flatMap((monitor) => monitor.tags)];
  return rule.tags.some((tag) => tags.includes(tag));
}

/** Whether a rule counts for a monitor and its tags, whatever happens to it. Pure. */
export function concernsMonitor(
  rule: Omit<RuleLimits, "eventSettings">,
  monitor: { readonly id: number; readonly tags: readonly string[] },
): boolean {
  if (rule.monitors.length > 0 && !rule.monitors.includes(monitor.id)) return false;
  return rule.tags.length === 0 || rule.tags.some((tag) => monitor.tags.includes(tag));
}

/** Monitors that the event is about: the one that joined or left, else all of the incident or window. */
function concerned(facts: EventFacts) {
  return facts.monitor ? [facts.monitor] : facts.affectedMonitors;
}
