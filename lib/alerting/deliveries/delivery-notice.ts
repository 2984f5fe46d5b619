import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { composeMessage, failoverMessage, testMessage } from "@/lib/notify/message/compose";
import { digestMessage, failoverDigest, NAMED_MAX } from "@/lib/notify/message/digest";
import type { Message } from "@/lib/notify/message/message";
import type { Notice, Recipient } from "@/lib/notify/notice";
import { now } from "@/lib/shared/clock";
import { type DueDelivery, selectOwners, selectRecipients } from "@/lib/store/alerting/delivery-reads";
import { type DigestItem, digestItems, noteCoveredRecoveries } from "@/lib/store/alerting/digests";
import { selectFacts } from "@/lib/store/alerting/event-facts";

const DIGEST = "digest";

/** Returns everything an integration needs to send a delivery, or null if there is nothing left to send. */
export async function noticeOf(
  delivery: DueDelivery,
  facts: EventFacts | null,
  secrets: Record<string, unknown>,
): Promise<Notice | null> {
  const message = await messageOf(delivery, facts);
  if (!message) return null;
  return {
    requestId: delivery.request_id,
    eventKey: delivery.is_digest ? DIGEST : (facts?.event.key ?? delivery.event_key),
    facts,
    message,
    integration: { id: delivery.integration_id, name: delivery.integration_name },
    app: delivery.app,
    settings: { ...delivery.settings, ...secrets },
    messageSettings: delivery.message_settings,
    recipients: await recipientsOf(delivery),
    firstRemoteId: delivery.is_digest ? null : delivery.first_remote_id,
    now: now(),
  };
}

async function messageOf(delivery: DueDelivery, facts: EventFacts | null): Promise<Message | null> {
  if (delivery.is_digest) {
    const items = await digestContent(delivery);
    return failoverDigest(
      digestMessage(items),
      items.map((item) => item.failover_note),
    );
  }
  if (delivery.is_test) return testMessage(delivery.integration_name);
  const message = facts && composeMessage(facts);
  return message && delivery.failover_note ? failoverMessage(message, delivery.failover_note) : message;
}

/** Returns the contents of a digest. They decide later whether recoveries are sent too. */
async function digestContent({ id, project_id: projectId }: DueDelivery) {
  const items = await digestItems([projectId], id);
  const recovered = items.filter(({ status }) => status === "recovered");
  await noteCoveredRecoveries(
    [projectId],
    id,
    recovered.map((item) => item.delivery_id),
  );
  const subjects = await subjectsOf(projectId, items);
  return items.map((item) => ({ ...item, subject: subjects.get(item.event_id) ?? null }));
}

/** Returns, by event, the titles of the first events that aren't about an incident. */
async function subjectsOf(projectId: number, items: readonly DigestItem[]): Promise<Map<number, string>> {
  const others = items.filter(({ slug }) => slug === null).slice(0, NAMED_MAX);
  const facts = await selectFacts(
    [projectId],
    others.map((item) => item.event_id),
  );
  const titles = [...facts].map(([id, each]) => [id, composeMessage(each)?.title] as const);
  return new Map(titles.flatMap(([id, title]) => (title ? [[id, title]] : [])));
}

async function recipientsOf(delivery: DueDelivery): Promise<Recipient[]> {
  if (delivery.is_fallback) return selectOwners(delivery.organization_id, ["owner"]);
  const { members } = delivery.settings;
  return Array.isArray(members) ? selectRecipients(delivery.organization_id, members as number[]) : [];
}
