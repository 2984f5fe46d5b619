import { found } from "@/lib/contract/core/errors";
import type { RecordKind } from "@/lib/contract/projects/record-projects";
import { type Caller, requirePermission } from "@/lib/services/core/caller";
import { type RecordProjectRow, selectRecordProject } from "@/lib/store/projects/record-projects";

/**
 * Returns the project of a record that a link names, among the projects that the person may work in. Throws 404 if the record is missing
 * or out of reach.
 */
export async function getRecordProject(
  caller: Caller,
  kind: RecordKind,
  recordId: number,
): Promise<RecordProjectRow> {
  requirePermission(caller, "uptime:read");
  const memberId = caller.role === "member" ? caller.userId : null;
  const project = found(
    await selectRecordProject({ organizationId: caller.organizationId, memberId }, kind, recordId),
  );
  return project;
}
