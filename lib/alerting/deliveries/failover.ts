import { ruleMatches } from "@/lib/domain/alerting/alert-match";
import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import {
  FAILOVER_EVENTS,
  type FailoverCause,
  failoverNote,
  failoverText,
  NEWS_OF_OPEN,
} from "@/lib/domain/alerting/failover";
import { now } from "@/lib/shared/clock";
import { type AlertRuleRow, selectRulesFor } from "@/lib/store/alerting/alert-rules";
import type { DueDelivery } from "@/lib/store/alerting/delivery-reads";
import {
  type FailoverTarget,
  firstNotNotified,
  insertFailover,
  lockRateLimitedTooLong,
  markFailedOver,
  ownersIntegration,
} from "@/lib/store/alerting/failover";
import type { Tx } from "@/lib/store/core/tx";

/**
 * Sends an alert another way too if its integration keeps failing or is rate-limited for too long: through another
 * integration that an alert rule names for this event and that was not notified yet, otherwise by email to the owners.
 * Happens once per delivery, in the transaction that records the attempt or finds the limit.
 */
export async function failOver(
  trx: Tx,
  delivery: DueDelivery,
  facts: EventFacts | null,
  trouble: FailoverCause,
): Promise<void> {
  if (!mayFailOver(delivery)) return;
  if (isOver(delivery, facts)) {
    await markFailedOver(trx, delivery, "Not failed over, because the incident has recovered.");
    return;
  }
  const other = facts && (await otherIntegration(trx, delivery, facts));
  const target: FailoverTarget = other?.target ?? (await ownersIntegration(trx, delivery.project_id));
  const place = other ? target.name : "the owners by email";
  if (!(await markFailedOver(trx, delivery, failoverText(place, trouble)))) return;
  await insertFailover(trx, {
    projectId: delivery.project_id,
    fromId: delivery.id,
    integrationId: target.id,
    ruleId: other?.rule.id ?? null,
    messageSettings: other?.rule.integration_settings ?? null,
    note: failoverNote(delivery.integration_name, trouble),
    now: now(),
  });
}

/** Fails over a waiting alert if its integration is rate-limited for too long. */
export async function failOverIfRateLimited(
  trx: Tx,
  delivery: DueDelivery,
  facts: EventFacts | null,
): Promise<void> {
  if (!mayFailOver(delivery)) return;
  const rateLimitedUntil = await lockRateLimitedTooLong(trx, delivery);
  if (rateLimitedUntil) await failOver(trx, delivery, facts, { rateLimitedUntil });
}

function mayFailOver(delivery: DueDelivery): boolean {
  return !delivery.is_fallback && (delivery.is_digest || FAILOVER_EVENTS.includes(delivery.event_key));
}

/** Returns whether it reports an incident that has recovered as open. */
function isOver(delivery: DueDelivery, facts: EventFacts | null): boolean {
  return NEWS_OF_OPEN.includes(delivery.event_key) && facts?.incident?.status === "recovered";
}

/**
 * Only uses an alert rule that matches this event, so that an integration for one customer's monitors never receives
 * another's.
 */
async function otherIntegration(
  trx: Tx,
  delivery: DueDelivery,
  facts: EventFacts,
): Promise<{ target: FailoverTarget; rule: AlertRuleRow } | null> {
  const rules = await selectRulesFor(trx, {
    organizationId: delivery.organization_id,
    projectId: delivery.project_id,
    key: facts.event.key,
  });
  const fitting = rules.filter(
    (rule) =>
      rule.integration_id !== delivery.integration_id &&
      ruleMatches({ eventSettings: rule.event_settings, monitors: rule.monitors, tags: rule.tags }, facts),
  );
  const target = await firstNotNotified(
    trx,
    { projectId: delivery.project_id, id: facts.event.id },
    fitting.map((rule) => rule.integration_id),
  );
  const rule = fitting.find((one) => one.integration_id === target?.id);
  return target && rule ? { target, rule } : null;
}
