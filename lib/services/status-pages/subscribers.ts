import { recordNotFound } from "@/lib/contract/core/errors";
import { type PageSubscriber, SUBSCRIPTION_KINDS } from "@/lib/contract/status-pages/subscribers";
import { audit } from "@/lib/services/core/audit";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import type { Listed, Page } from "@/lib/services/core/page";
import { isoSeconds } from "@/lib/shared/clock";
import { tx } from "@/lib/store/core/tx";
import { lockStatusPage, selectStatusPage } from "@/lib/store/status-pages/pages";
import { deleteSubscriber, selectConfirmedSubscribers } from "@/lib/store/status-pages/subscribers";

/** Returns the page's email subscribers. Throws 404 if the page does not belong to the project. */
export async function listPageSubscribers(
  caller: Caller,
  pageId: number,
  page: Page,
): Promise<Listed<PageSubscriber>> {
  requirePermission(caller, "uptime:read");
  const projectId = projectOf(caller);
  if (!(await selectStatusPage(projectId, pageId))) throw recordNotFound();
  const { rows, total } = await selectConfirmedSubscribers(projectId, pageId, page.limit, page.offset);
  const items = rows.map(({ id, email, components, groups, kinds, confirmed_at, created_at }) => ({
    id,
    email,
    components,
    groups,
    kinds: SUBSCRIPTION_KINDS.filter((kind) => kinds.includes(kind)),
    confirmed_at: isoSeconds(confirmed_at ?? created_at),
  }));
  return { items, total };
}

/** Removes a subscriber. The audit log records the removal, but not the address. */
export async function removePageSubscriber(
  caller: Caller,
  pageId: number,
  subscriberId: number,
): Promise<void> {
  requirePermission(caller, "uptime:write");
  await tx(async (trx) => {
    if (!(await lockStatusPage(trx, projectOf(caller), pageId))) throw recordNotFound();
    if (!(await deleteSubscriber(pageId, subscriberId, trx))) throw recordNotFound();
    await audit(trx, caller, "status_page.subscriber_removed", { type: "status_page", id: pageId });
  });
}
