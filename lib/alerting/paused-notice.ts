import { APPS, type AppId } from "@/lib/contract/apps/registry";
import { pausedMessage } from "@/lib/notify/message/compose";
import { selectIntegrationOwner, selectOwners } from "@/lib/store/alerting/delivery-reads";
import { sendSystemMail } from "./system-mail";

/** Emails owners and admins that an integration was paused automatically. */
export async function sendPausedNotice(integrationId: number, reason: string): Promise<void> {
  const integration = await selectIntegrationOwner(integrationId);
  if (!integration) return;
  const { organization_id: organizationId, name, app } = integration;
  const message = pausedMessage({ name, title: APPS[app as AppId].title, reason });
  await sendSystemMail({ organizationId, to: await selectOwners(organizationId), message });
}
