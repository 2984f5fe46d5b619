import type { AppId } from "@/lib/contract/apps/registry";
import type { EventFacts } from "@/lib/domain/event-facts";
import { composeMessage, testMessage } from "@/lib/notify/message/compose";
import type { Notice, Recipient } from "@/lib/notify/notice";
import { now } from "@/lib/shared/clock";
import { type DueDelivery, firstRemoteId, selectRecipients } from "@/lib/store/delivery-reads";
import { openSecrets } from "./integration-settings";

/** Everything that an app needs to tell a delivery; null when there is nothing left to say. */
export async function noticeOf(delivery: DueDelivery, facts: EventFacts | null): Promise<Notice | null> {
  const message = facts ? composeMessage(facts) : testMessage(delivery.integration_name);
  if (!message) return null;
  const secrets = openSecrets({ id: delivery.integration_id, secrets: delivery.secrets });
  return {
    requestId: delivery.request_id,
    eventKey: delivery.event_key,
    facts,
    message,
    integration: { id: delivery.integration_id, name: delivery.integration_name },
    app: delivery.app as AppId,
    settings: { ...delivery.settings, ...secrets },
    messageSettings: delivery.message_settings,
    recipients: await recipientsOf(delivery),
    firstRemoteId: await firstRemoteId(delivery),
    now: now(),
  };
}

async function recipientsOf(delivery: DueDelivery): Promise<Recipient[]> {
  const { members } = delivery.settings;
  return Array.isArray(members) ? selectRecipients(delivery.organization_id, members as number[]) : [];
}
