import { RawReply } from "@/lib/http/request";
import { handlers } from "@/lib/http/router/handler";
import { getCurrentStatus } from "@/lib/services/status-pages/current-status";
import { verifyPageDomain } from "@/lib/services/status-pages/domain";
import { deleteStatusPage, getStatusPage, listStatusPages } from "@/lib/services/status-pages/pages";
import { previewNewStatusPage, previewStatusPage } from "@/lib/services/status-pages/preview";
import { getStatusPageStates } from "@/lib/services/status-pages/states";
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
import { createStatusPage, updateStatusPage } from "@/lib/services/status-pages/writes";

export const statusPageHandlers = handlers({
  listStatusPages: ({ caller, query, page }) => listStatusPages(caller, query, page),
  createStatusPage: ({ caller, body }) => createStatusPage(caller, body),
  getStatusPage: ({ caller, params }) => getStatusPage(caller, params.statusPageId),
  updateStatusPage: ({ caller, params, body }) => updateStatusPage(caller, params.statusPageId, body),
  deleteStatusPage: ({ caller, params }) => deleteStatusPage(caller, params.statusPageId),
  previewStatusPage: ({ caller, params, body }) => previewStatusPage(caller, params.statusPageId, body),
  previewNewStatusPage: ({ caller, body }) => previewNewStatusPage(caller, body),
  verifyStatusPageDomain: ({ caller, params }) => verifyPageDomain(caller, params.statusPageId),
  getStatusPageStates: ({ caller, query }) => getStatusPageStates(caller, query.status_page_id ?? []),
  getCurrentStatus: ({ caller, params }) => getCurrentStatus(caller, params.statusPageId),
  listPageSubscribers: ({ caller, params, query, page }) =>
    listPageSubscribers(caller, params.statusPageId, query, page),
  getPageSubscriber: ({ caller, params }) =>
    getPageSubscriber(caller, params.statusPageId, params.subscriberId),
  addPageSubscriber: ({ caller, params, body }) => addPageSubscriber(caller, params.statusPageId, body),
  importPageSubscribers: ({ caller, params, body }) =>
    importPageSubscribers(caller, params.statusPageId, body),
  exportPageSubscribers: async ({ caller, params }) =>
    new RawReply(
      200,
      {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="subscribers-${params.statusPageId}.csv"`,
        "Cache-Control": "no-store",
      },
      await exportPageSubscribers(caller, params.statusPageId),
    ),
  removePageSubscriber: ({ caller, params }) =>
    removePageSubscriber(caller, params.statusPageId, params.subscriberId),
});
