import type { AuditEntry, AuditFilter } from "@/lib/contract/accounts/audit-log";
import { recordsIn } from "@/lib/domain/accounts/audit-ids";
import { type Caller, requirePermission } from "@/lib/services/core/caller";
import type { Listed, Page } from "@/lib/services/core/page";
import { isoSeconds } from "@/lib/shared/clock";
import { type AuditRow, type Named, selectAuditLog, selectNames } from "@/lib/store/accounts/audit";

/** Returns the organization's audit log, newest first. */
export async function listAuditLog(
  caller: Caller,
  filter: AuditFilter,
  page: Page,
): Promise<Listed<AuditEntry>> {
  requirePermission(caller, "platform:write");
  const { rows, total } = await selectAuditLog(
    { organizationId: caller.organizationId, subjects: filter.subject ?? [], userIds: filter.user_id ?? [] },
    page,
  );
  const records = rows.flatMap((row) => recordsIn(row.detail));
  const idsOf = (type: Named) =>
    records.flatMap((record) =>
      record.startsWith(`${type} `) ? [Number(record.slice(type.length + 1))] : [],
    );
  const names = await selectNames(caller.organizationId, {
    monitor: idsOf("monitor"),
    status_page: idsOf("status_page"),
    integration: idsOf("integration"),
    project: idsOf("project"),
    user: idsOf("user"),
  });
  return { items: rows.map((row) => toEntry(row, names)), total };
}

function toEntry(row: AuditRow, names: ReadonlyMap<string, string>): AuditEntry {
  const known = recordsIn(row.detail).flatMap((record) => {
    const name = names.get(record);
    return name === undefined ? [] : [[record, name] as const];
  });
  return {
    id: row.id,
    actor: { type: row.actor_type, id: row.actor_id, label: row.actor_label },
    action: row.action,
    subject: { type: row.subject_type, id: row.subject_id, label: row.subject_label },
    project: row.project_id === null ? null : { id: row.project_id, name: row.project_name ?? "" },
    detail: row.detail ?? {},
    names: Object.fromEntries(known),
    created_at: isoSeconds(row.created_at),
  };
}
