import * as contract from "@/lib/contract/status-pages/subscribers";
import { handlers } from "@/lib/http/router/handler";
import { RawReply } from "@/lib/http/router/request";
import {
  addPageSubscriber,
  exportPageSubscribers,
  importPageSubscribers,
} from "@/lib/services/status-pages/subscriber-additions";
import {
  getPageSubscriber,
  listPageSubscribers,
  removePageSubscriber,
} from "@/lib/services/status-pages/subscribers";

export const pageSubscriberHandlers = handlers({
  [contract.listPageSubscribers.id]: ({ caller, params, query, page }) =>
    listPageSubscribers(caller, params.statusPageId, query, page),
  [contract.getPageSubscriber.id]: ({ caller, params }) =>
    getPageSubscriber(caller, params.statusPageId, params.subscriberId),
  [contract.addPageSubscriber.id]: ({ caller, params, body }) =>
    addPageSubscriber(caller, params.statusPageId, body),
  [contract.importPageSubscribers.id]: ({ caller, params, body }) =>
    importPageSubscribers(caller, params.statusPageId, body),
  [contract.exportPageSubscribers.id]: async ({ caller, params }) =>
    new RawReply(
      200,
      {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="subscribers-${params.statusPageId}.csv"`,
        "Cache-Control": "no-store",
      },
      await exportPageSubscribers(caller, params.statusPageId),
    ),
  [contract.removePageSubscriber.id]: ({ caller, params }) =>
    removePageSubscriber(caller, params.statusPageId, params.subscriberId),
});
