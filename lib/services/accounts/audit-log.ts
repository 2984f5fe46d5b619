import type { AuditEntry, AuditFilter } from "@/lib/contract/accounts/audit-log";
import { type Caller, requirePermission } from "@/lib/services/core/caller";
import type { Listed, Page } from "@/lib/services/core/page";
import { isoSeconds } from "@/lib/shared/clock";
import { type AuditRow, selectAuditLog } from "@/lib/store/accounts/audit";

/** Returns the organization's audit log, newest first. */
export async function listAuditLog(
  caller: Caller,
  filter: AuditFilter,
  page: Page,
): Promise<Listed<AuditEntry>> {
  requirePermission(caller, "platform:write");
  const { rows, total } = await selectAuditLog(
    { organizationId: caller.organizationId, subjects: filter.subject ?? [], userIds: filter.user_id ?? [] },
    page.limit,
    page.offset,
  );
  return { items: rows.map(toEntry), total };
}

function toEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    actor: { type: row.actor_type, id: row.actor_id, label: row.actor_label },
    action: row.action,
    subject: { type: row.subject_type, id: row.subject_id, label: row.subject_label },
    project: row.project_id === null ? null : { id: row.project_id, name: row.project_name ?? "" },
    detail: row.detail ?? {},
    created_at: isoSeconds(row.created_at),
  };
}
