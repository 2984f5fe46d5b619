import { ruleMatches } from "@/lib/domain/alerting/alert-match";
import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { HANDED_ON_EVENTS, handedNote, handedOnText, type Trouble } from "@/lib/domain/alerting/failover";
import { now } from "@/lib/shared/clock";
import { type AlertRuleRow, selectRulesFor } from "@/lib/store/alerting/alert-rules";
import type { DueDelivery } from "@/lib/store/alerting/delivery-reads";
import {
  type Channel,
  fallbackChannel,
  firstUntold,
  insertHandedOn,
  lockHeldTooLong,
  markHandedOn,
} from "@/lib/store/alerting/failover";
import type { Tx } from "@/lib/store/core/tx";

/**
 * Tells an alert another way as well when its channel keeps failing (F19) or is held for long: through another integration that a
 * rule names for this event and that was not told of it, else by mail to the owners. Once per delivery, in the transaction that
 * records the attempt or finds the hold.
 */
export async function handOn(
  trx: Tx,
  delivery: DueDelivery,
  facts: EventFacts | null,
  trouble: Trouble,
): Promise<void> {
  if (!isHandedOn(delivery)) return;
  const other = facts && (await otherChannel(trx, delivery, facts));
  const channel: Channel = other?.channel ?? (await fallbackChannel(trx, delivery.project_id));
  const place = other ? channel.name : "the owners by email";
  if (!(await markHandedOn(trx, delivery.id, handedOnText(place, trouble)))) return;
  await insertHandedOn(trx, {
    fromId: delivery.id,
    integrationId: channel.id,
    messageSettings: other?.rule.integration_settings ?? null,
    note: handedNote(delivery.integration_name, trouble),
    now: now(),
  });
}

/** Tells a waiting alert another way as well when its channel is held for long. */
export async function handOnIfHeld(trx: Tx, delivery: DueDelivery, facts: EventFacts | null): Promise<void> {
  if (!isHandedOn(delivery)) return;
  const heldUntil = await lockHeldTooLong(trx, delivery.id);
  if (heldUntil) await handOn(trx, delivery, facts, { heldUntil });
}

function isHandedOn(delivery: DueDelivery): boolean {
  return !delivery.is_fallback && (delivery.is_digest || HANDED_ON_EVENTS.includes(delivery.event_key));
}

/** Only a rule that wants this very event: a channel for one customer's monitors hears nothing of another's. */
async function otherChannel(
  trx: Tx,
  delivery: DueDelivery,
  facts: EventFacts,
): Promise<{ channel: Channel; rule: AlertRuleRow } | null> {
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
  const channel = await firstUntold(
    trx,
    facts.event.id,
    fitting.map((rule) => rule.integration_id),
  );
  const rule = fitting.find((one) => one.integration_id === channel?.id);
  return channel && rule ? { channel, rule } : null;
}
