import * as z from "zod";
import { ProjectShort } from "@/lib/contract/accounts/accounts";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { Id } from "@/lib/contract/core/fields";

/** Records that have a page in the dashboard, named as in its URLs. */
export const RECORD_KINDS = ["incidents", "monitors", "maintenance", "status-pages"] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

export const RecordParams = z.object({ kind: z.enum(RECORD_KINDS), recordId: Id });

export const endpoints = endpointsOf("session", "Accounts", {
  getRecordProject: {
    at: "GET /session/records/{kind}/{recordId}",
    permission: "uptime:read",
    summary: "Find the project of a record",
    description:
      "For links in notifications, which do not name the project. Does not switch the current project. Responds with 404 for a missing record and for an inaccessible one.",
    params: RecordParams,
    response: ProjectShort,
  },
});
