import * as z from "zod";
import { ProjectShort } from "@/lib/contract/accounts/accounts";
import { endpoint } from "@/lib/contract/core/endpoint";
import { Id } from "@/lib/contract/core/fields";

/** Records with a page of their own in the dashboard, named as in its addresses. */
export const RECORD_KINDS = ["incidents", "monitors", "maintenance", "status-pages"] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

export const RecordParams = z.object({ kind: z.enum(RECORD_KINDS), recordId: Id });

export const getRecordProject = endpoint({
  scope: "session",
  tag: "Accounts",
  id: "getRecordProject",
  method: "GET",
  path: "/session/records/{kind}/{recordId}",
  permission: "uptime:read",
  summary: "The project of a record, whichever of yours it is",
  description:
    "For links in messages, which name no project. Changes nothing: switching is a call of its own. 404 for a record that is missing and for one out of reach alike.",
  params: RecordParams,
  response: ProjectShort,
  status: 200,
});
