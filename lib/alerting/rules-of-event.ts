import {
  isDueFor,
  type LimitingMonitor,
  type RuleLimits,
  ruleCovers,
  ruleMatches,
} from "@/lib/domain/alerting/alert-match";
import type { EventFacts, ProjectFacts } from "@/lib/domain/alerting/event-facts";
import { type AlertRuleRow, selectRulesFor } from "@/lib/store/alerting/alert-rules";
import type { StartRecipient, StartRecipients } from "@/lib/store/alerting/start-recipients";
import type { Tx } from "@/lib/store/core/tx";

export const CREATED = "uptime.incident.created";
const PROPAGATED = "uptime.incident.propagated";
const PARTIALLY_RECOVERED = "uptime.incident.partially_recovered";
export const RECOVERED = "uptime.incident.recovered";

/** Events whose recipients depend on who was notified of the incident before. */
export const LATER_EVENTS: readonly string[] = [PROPAGATED, PARTIALLY_RECOVERED, RECOVERED];
/** Events of one of several monitors. */
export const MEMBER_EVENTS: readonly string[] = [PROPAGATED, PARTIALLY_RECOVERED];
const STARTS: readonly string[] = [CREATED, PROPAGATED];

export type RulesOf = (project: ProjectFacts, key: string) => Promise<AlertRuleRow[]>;

/** Reads the alert rules once per kind of event and project. */
export function rulesReader(trx: Tx): RulesOf {
  const known = new Map<string, AlertRuleRow[]>();
  return async ({ id: projectId, organizationId }, key) => {
    const kind = `${projectId} ${key}`;
    const rules = known.get(kind) ?? (await selectRulesFor(trx, { organizationId, projectId, key }));
    known.set(kind, rules);
    return rules;
  };
}

/** An alert rule that sends an event. `closes`: it ends the incident only for the rule's integration. */
export interface MatchingRule {
  readonly rule: AlertRuleRow;
  readonly closes: boolean;
}

/** Facts about an event's incident. */
export interface IncidentSoFar {
  readonly recipients: StartRecipients;
  /** The monitors that are still down. */
  readonly failing: readonly LimitingMonitor[];
}

/** Returns the rules that send an event, and records in `recipients` for whom the incident starts or ends. */
export async function rulesOfEvent(
  facts: EventFacts,
  { recipients, failing }: IncidentSoFar,
  rulesOf: RulesOf,
): Promise<MatchingRule[]> {
  const { key } = facts.event;
  const closing =
    key === PARTIALLY_RECOVERED ? await closingRules(facts, { recipients, failing }, rulesOf) : [];
  const matching =
    facts.ending === "separated"
      ? []
      : (await rulesOf(facts.project, key)).filter((rule) => matches(rule, facts, recipients));
  const opening = key === PROPAGATED ? await openingRules(facts, recipients, rulesOf) : [];
  if (STARTS.includes(key))
    for (const { integration_id: id } of [...matching, ...opening])
      recipients.set(id, {
        isOpen: true,
        starts: recipients.get(id)?.starts === "other" ? "other" : "undecided",
      });
  for (const { integration_id: id } of closing) recipients.set(id, { isOpen: false, starts: "other" });
  return [
    ...closing.map((rule) => ({ rule, closes: true })),
    ...[...matching, ...opening].map((rule) => ({ rule, closes: false })),
  ];
}

function matches(rule: AlertRuleRow, facts: EventFacts, recipients: StartRecipients): boolean {
  const isOpen = recipients.get(rule.integration_id)?.isOpen;
  const isEnd = facts.event.key === RECOVERED;
  // The incident has already ended there, because the rules' monitors recovered or the incident was reopened, which
  // notifies no one.
  if (isEnd && isOpen === false) return false;
  if (facts.ending === "incident_deleted" && !isOpen) return false;
  // Tags may have moved and monitors may have been deleted since. Without its recovery, the incident would stay open there forever.
  const limits = isEnd && isOpen ? { ...limitsOf(rule), monitors: [], tags: [] } : limitsOf(rule);
  return ruleMatches(limits, facts) && isDueFor(rule.integration_id, limits, facts);
}

/**
 * Returns the rules for which the incident starts now: those limited to the monitor that joined, and all whose
 * integration hasn't been notified so far because windows mute the other monitors.
 */
async function openingRules(
  facts: EventFacts,
  recipients: StartRecipients,
  rulesOf: RulesOf,
): Promise<AlertRuleRow[]> {
  const others = facts.affectedMonitors.filter(({ id }) => id !== facts.monitor?.id);
  const areOthersMuted = others.length > 0 && others.every(({ muted }) => muted);
  const rules = await rulesOf(facts.project, CREATED);
  return rules.filter((rule) => {
    const { isOpen, starts } = recipients.get(rule.integration_id) ?? NOT_NOTIFIED;
    const isQuiet = starts === "muted" || (starts === "undecided" && areOthersMuted);
    return ((isLimited(rule) && !isOpen) || isQuiet) && ruleMatches(limitsOf(rule), facts);
  });
}

const NOT_NOTIFIED: StartRecipient = { isOpen: false, starts: "other" };

/**
 * Returns the rules limited to the monitor that recovered or was separated, for which the incident ends now: their integration was notified of the
 * start, and none of its alert rules covers a monitor that is still down.
 */
async function closingRules(
  facts: EventFacts,
  { recipients, failing }: IncidentSoFar,
  rulesOf: RulesOf,
): Promise<AlertRuleRow[]> {
  // If no monitor is down, the recovery follows.
  if (failing.length === 0) return [];
  const ends = await rulesOf(facts.project, RECOVERED);
  const starts = [...(await rulesOf(facts.project, CREATED)), ...(await rulesOf(facts.project, PROPAGATED))];
  const covering = [...ends, ...starts].filter((rule) => ruleCovers(limitsOf(rule), facts, failing));
  const waiting = new Set(covering.map((rule) => rule.integration_id));
  return ends.filter(
    ({ integration_id: id, ...rule }) =>
      isLimited(rule) && recipients.get(id)?.isOpen && !waiting.has(id) && ruleMatches(limitsOf(rule), facts),
  );
}

function isLimited({ monitors, tags }: Pick<AlertRuleRow, "monitors" | "tags">): boolean {
  return monitors.length + tags.length > 0;
}

/** Returns the filters of a stored alert rule. */
export function limitsOf(rule: Pick<AlertRuleRow, "event_settings" | "monitors" | "tags">): RuleLimits {
  return { eventSettings: rule.event_settings, monitors: rule.monitors, tags: rule.tags };
}
