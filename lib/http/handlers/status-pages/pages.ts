import {
  createStatusPage as create,
  getCurrentStatus as current,
  getStatusPage as get,
  listStatusPages as list,
  previewStatusPage as preview,
  deleteStatusPage as remove,
  updateStatusPage as update,
  verifyStatusPageDomain as verify,
} from "@/lib/contract/status-pages/pages";
import { handlers } from "@/lib/http/router/handler";
import { getCurrentStatus } from "@/lib/services/status-pages/current-status";
import { verifyPageDomain } from "@/lib/services/status-pages/domain";
import { deleteStatusPage, getStatusPage, listStatusPages } from "@/lib/services/status-pages/pages";
import { previewStatusPage } from "@/lib/services/status-pages/preview";
import { getStatusPageStates } from "@/lib/services/status-pages/states";
import { createStatusPage, updateStatusPage } from "@/lib/services/status-pages/writes";

export const statusPageHandlers = handlers({
  [list.id]: ({ caller, query, page }) => listStatusPages(caller, query, page),
  [create.id]: ({ caller, body }) => createStatusPage(caller, body),
  [get.id]: ({ caller, params }) => getStatusPage(caller, params.statusPageId),
  [update.id]: ({ caller, params, body }) => updateStatusPage(caller, params.statusPageId, body),
  [remove.id]: ({ caller, params }) => deleteStatusPage(caller, params.statusPageId),
  [preview.id]: ({ caller, params, body }) => previewStatusPage(caller, params.statusPageId, body),
  [verify.id]: ({ caller, params }) => verifyPageDomain(caller, params.statusPageId),
  getStatusPageStates: ({ caller, query }) => getStatusPageStates(caller, query.status_page_id ?? []),
  [current.id]: ({ caller, params }) => getCurrentStatus(caller, params.statusPageId),
});
