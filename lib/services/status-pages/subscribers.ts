import { found, invalidField, recordNotFound } from "@/lib/contract/core/errors";
import { PAGE_LANGUAGES } from "@/lib/contract/status-pages/languages";
import {
  type PageSubscriber,
  SUBSCRIPTION_KINDS,
  type SubscriberFilter,
} from "@/lib/contract/status-pages/subscribers";
import type { Choosable } from "@/lib/domain/status-pages/subscriber-csv";
import { subscriberState } from "@/lib/domain/status-pages/subscriber-state";
import { audit } from "@/lib/services/core/audit";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { isoSeconds } from "@/lib/shared/clock";
import { pick } from "@/lib/shared/pick";
import { shownMonitors } from "@/lib/status-page/model/load-model";
import { componentsOf } from "@/lib/status-page/model/stored-page";
import { tx } from "@/lib/store/core/tx";
import { lockStatusPage, type StatusPageRow, selectStatusPage } from "@/lib/store/status-pages/pages";
import { selectSubscribers } from "@/lib/store/status-pages/subscriber-lists";
import {
  deleteSubscriber,
  type PageSubscriberRow,
  selectSubscriber,
} from "@/lib/store/status-pages/subscribers";

/** Returns the page's subscribers. Throws 404 if the page does not belong to the project. */
export async function listPageSubscribers(
  caller: Caller,
  pageId: number,
  filter: SubscriberFilter,
  page: Page,
): Promise<Listed<PageSubscriber>> {
  requirePermission(caller, "uptime:read");
  await ownPage(caller, pageId);
  return itemsOf(selectSubscribers(pageId, filter, page), toSubscriber);
}

/** Returns a subscriber of the page. Throws 404 if the page does not belong to the project. */
export async function getPageSubscriber(
  caller: Caller,
  pageId: number,
  subscriberId: number,
): Promise<PageSubscriber> {
  requirePermission(caller, "uptime:read");
  await ownPage(caller, pageId);
  return toSubscriber(found(await selectSubscriber(pageId, subscriberId)));
}

/** Returns a page of the caller's project. Throws 404 otherwise. */
export async function ownPage(caller: Caller, pageId: number): Promise<StatusPageRow> {
  return found(await selectStatusPage(projectOf(caller), pageId));
}

/** Returns the choices of the page's subscribers. */
export function choosable(page: StatusPageRow): Choosable {
  const groups = componentsOf(page).flatMap((item) =>
    item.componentable_type === "uptime/group" ? [item.name] : [],
  );
  return { components: shownMonitors(page), groups };
}

/** Throws 422 if the page sends nothing through a channel. */
export function requireChannel(page: StatusPageRow, channel: "email" | "webhook", field: string): void {
  if (page.subscription_channels.includes(channel)) return;
  throw invalidField(field, `The page does not offer ${channel} subscriptions. Turn on that channel first.`);
}

/** Returns a stored subscriber as the API shows it. */
export function toSubscriber(row: PageSubscriberRow): PageSubscriber {
  const date = (at: Date | null) => at && isoSeconds(at);
  return {
    id: row.id,
    kind: row.url === null ? "email" : "webhook",
    ...pick(row, "email", "url", "components", "groups"),
    kinds: SUBSCRIPTION_KINDS.filter((kind) => row.kinds.includes(kind)),
    language: PAGE_LANGUAGES.find((language) => language === row.language) ?? null,
    state: subscriberState(row),
    source: row.source,
    failing_since: date(row.failing_since),
    last_error: row.last_error,
    confirmed_at: date(row.confirmed_at),
    created_at: isoSeconds(row.created_at),
  };
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
