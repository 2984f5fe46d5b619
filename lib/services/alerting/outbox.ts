import type { OutboxMail } from "@/lib/contract/alerting/outbox";
import { type Caller, requirePermission } from "@/lib/services/core/caller";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { isoSeconds } from "@/lib/shared/clock";
import { selectOutbox } from "@/lib/store/alerting/outbox";

/** Returns emails kept because SMTP is not set up. They may contain other members' links, so only owners and admins can read them. */
export async function listOutboxMails(caller: Caller, page: Page): Promise<Listed<OutboxMail>> {
  requirePermission(caller, "platform:write");
  return itemsOf(selectOutbox(caller.organizationId, page), (row) => ({
    ...row,
    created_at: isoSeconds(row.created_at),
  }));
}
