import {
  createStatusPage as create,
  getCurrentStatus as current,
  getStatusPage as get,
  listStatusPages as list,
  deleteStatusPage as remove,
  updateStatusPage as update,
  verifyStatusPageDomain as verify,
} from "@/lib/contract/status-pages";
import { getCurrentStatus } from "@/lib/services/current-status";
import { verifyPageDomain } from "@/lib/services/page-domain";
import { createStatusPage, updateStatusPage } from "@/lib/services/status-page-writes";
import { deleteStatusPage, getStatusPage, listStatusPages } from "@/lib/services/status-pages";
import { handlers } from "../handler";

export const statusPageHandlers = handlers({
  [list.id]: ({ caller, query, page }) => listStatusPages(caller, query, page),
  [create.id]: ({ caller, body }) => createStatusPage(caller, body),
  [get.id]: ({ caller, params }) => getStatusPage(caller, params.statusPageId),
  [update.id]: ({ caller, params, body }) => updateStatusPage(caller, params.statusPageId, body),
  [remove.id]: ({ caller, params }) => deleteStatusPage(caller, params.statusPageId),
  [verify.id]: ({ caller, params }) => verifyPageDomain(caller, params.statusPageId),
  [current.id]: ({ caller, params }) => getCurrentStatus(caller, params.statusPageId),
});
