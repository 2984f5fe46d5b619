import { isDueFor, ruleMatches } from "@/lib/domain/alerting/alert-match";
import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { judgeLateNews, type LateAdvice } from "@/lib/domain/alerting/late-news";
import { now } from "@/lib/shared/clock";
import { type AlertRuleRow, selectRulesFor } from "@/lib/store/alerting/alert-rules";
import { endDelivery, insertDelivery, markFannedOut } from "@/lib/store/alerting/delivery-writes";
import { selectEventFacts } from "@/lib/store/alerting/event-facts";
import { markLateNews, selectLateNews } from "@/lib/store/alerting/late-news";
import { insertPushDeliveries } from "@/lib/store/alerting/push-deliveries";
import { hint } from "@/lib/store/core/hints";
import { addJob } from "@/lib/store/core/jobs";
import { type Tx, tx } from "@/lib/store/core/tx";
import { audiencesOf, notifySubscribers } from "./page-audience";

/**
 * Creates one delivery per integration whose alert rules match the event, one per browser of the project's members, and one
 * email per subscriber of a page that shows it. Safe to repeat: the event is marked in the same transaction, and each
 * integration and browser gets it once. Late incidents wait until current checks confirm them, or are recorded in the
 * delivery log without being sent.
 */
export async function fanOutEvent(eventId: number): Promise<void> {
  const facts = await selectEventFacts(eventId);
  if (!facts) return;
  const late = await selectLateNews(eventId);
  const advice = late ? judgeLateNews(late, now().getTime()) : null;
  if (advice?.kind === "wait") return retryLater(eventId, advice.forMs);
  const audiences = await audiencesOf(facts);
  const made = await tx(async (trx) => {
    if (!(await markFannedOut(trx, eventId, now()))) return 0;
    if (late?.isStart) await markLateNews(trx, eventId, advice?.kind === "drop" ? "dropped" : "told");
    if (advice?.kind !== "drop") {
      await notifyBrowsers(trx, facts);
      await notifySubscribers(trx, facts.event.id, audiences);
    }
    return insertDeliveries(trx, facts, advice);
  });
  if (made > 0) hint("live", { project_id: facts.project.id, topic: "deliveries" });
}

function retryLater(eventId: number, inMs: number): Promise<void> {
  const runAt = new Date(now().getTime() + inMs);
  return tx((trx) => addJob(trx, "fan_out_event", { eventId }, { runAt }));
}

async function insertDeliveries(trx: Tx, facts: EventFacts, advice: LateAdvice | null): Promise<number> {
  const rules = await selectRulesFor(trx, {
    organizationId: facts.project.organizationId,
    projectId: facts.project.id,
    key: facts.event.key,
  });
  let made = 0;
  for (const rule of rules) {
    const limits = limitsOf(rule);
    if (!ruleMatches(limits, facts) || !isDueFor(rule.integration_id, limits, facts)) continue;
    const id = await insertFor(trx, facts, rule);
    if (id === null) continue;
    made += 1;
    if (advice?.kind !== "drop") continue;
    const delivery = { id, integration_id: rule.integration_id, incident_id: facts.incident?.id ?? null };
    const end = { status: "superseded", reason: advice.reason, now: now() } as const;
    await endDelivery(trx, { ...delivery, is_digest: false }, end);
  }
  return made;
}

function insertFor(trx: Tx, facts: EventFacts, rule: AlertRuleRow): Promise<number | null> {
  return insertDelivery(trx, {
    project_id: facts.project.id,
    event_id: facts.event.id,
    alert_rule_id: rule.id,
    integration_id: rule.integration_id,
    incident_id: facts.isTestIncident ? null : (facts.incident?.id ?? null),
    occurred_at: facts.event.occurredAt,
    next_attempt_at: now(),
    message_settings: rule.integration_settings,
    is_test: false,
    is_drill: facts.isTestIncident,
  });
}

/** Events that members' browsers show. They have no alert rules. */
const SHOWN_BY_BROWSERS: readonly string[] = [
  "uptime.incident.created",
  "uptime.incident.propagated",
  "uptime.incident.partially_recovered",
  "uptime.incident.recovered",
];

async function notifyBrowsers(
  trx: Tx,
  { event, project, incident, isTestIncident }: EventFacts,
): Promise<void> {
  if (!SHOWN_BY_BROWSERS.includes(event.key)) return;
  const incidentId = isTestIncident ? null : (incident?.id ?? null);
  await insertPushDeliveries(trx, { id: event.id, projectId: project.id, incidentId }, now());
}

function limitsOf(rule: AlertRuleRow) {
  return { eventSettings: rule.event_settings, monitors: rule.monitors, tags: rule.tags };
}
