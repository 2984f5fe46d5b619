import { type AuditEntry, recordAudit } from "@/lib/store/accounts/audit";
import type { Tx } from "@/lib/store/core/tx";
import type { Caller } from "./caller";
import type { FieldChanges } from "./field-changes";

/** Returns the actor that the audit log shows for the caller. */
function actorOf(caller: Caller): AuditEntry["actor"] {
  if (caller.kind === "system") return { type: "system", id: null, label: caller.label };
  if (caller.kind === "api_key") return { type: "api_key", id: caller.id, label: caller.label };
  return { type: "user", id: caller.userId, label: caller.label };
}

/** Subjects that belong to the organization, regardless of the caller's project. */
const OF_THE_ORGANIZATION = new Set(["user", "invitation", "api_key", "runner"]);

export interface Subject {
  readonly type: string;
  readonly id: number;
}

/** Records the caller's action in the same transaction. `detail` must never contain a secret. */
export function audit(
  trx: Tx,
  caller: Caller,
  action: string,
  subject: Subject,
  detail?: Record<string, unknown>,
): Promise<void> {
  return auditAll(trx, caller, action, [{ subject, detail }]);
}

/** Records an edit with the values before and after, unless it changed nothing. `detail` must never contain a secret. */
export async function auditEdit(
  trx: Tx,
  caller: Caller,
  action: string,
  subject: Subject,
  changed: FieldChanges,
  detail?: Record<string, unknown>,
): Promise<void> {
  if (changed.fields.length > 0) await audit(trx, caller, action, subject, { ...detail, ...changed });
}

/** Records the same action on several subjects at once. */
export function auditAll(
  trx: Tx,
  caller: Caller,
  action: string,
  each: readonly { readonly subject: Subject; readonly detail?: Record<string, unknown> }[],
): Promise<void> {
  const { organizationId } = caller;
  const actor = actorOf(caller);
  const entries = each.map(({ subject, detail }) => {
    const projectId = OF_THE_ORGANIZATION.has(subject.type) ? null : caller.projectId;
    return { organizationId, projectId, actor, action, subject, detail };
  });
  return recordAudit(trx, ...entries);
}
