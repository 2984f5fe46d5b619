import { recordNotFound } from "@/lib/contract/errors";
import type { RecordKind } from "@/lib/contract/record-projects";
import { type RecordProjectRow, selectRecordProject } from "@/lib/store/record-projects";
import { type Caller, requirePermission } from "./caller";

/**
 * The project of a record that a link names, in any project that the person may work in. 404 for a missing record and for one out of
 * reach alike (T22).
 */
export async function getRecordProject(
  caller: Caller,
  kind: RecordKind,
  recordId: number,
): Promise<RecordProjectRow> {
  requirePermission(caller, "uptime:read");
  const memberId = caller.role === "member" ? caller.userId : null;
  const project = await selectRecordProject(
    { organizationId: caller.organizationId, memberId },
    kind,
    recordId,
  );
  if (!project) throw recordNotFound();
  return project;
}
