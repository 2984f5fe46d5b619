import { type AuditEntry, recordAudit } from "@/lib/store/accounts/audit";
import type { Tx } from "@/lib/store/core/tx";
import type { Caller } from "./caller";

/** Returns the actor that the audit log shows for the caller. */
function actorOf(caller: Caller): AuditEntry["actor"] {
  if (caller.kind === "system") return { type: "system", id: null, label: caller.label };
  if (caller.kind === "api_key") return { type: "api_key", id: caller.id, label: caller.label };
  return { type: "user", id: caller.userId, label: caller.label };
}

/** Subjects that belong to the organization, whichever project the caller works in. */
const OF_THE_ORGANIZATION = new Set(["user", "invitation", "api_key", "runner"]);

/** Records the caller's action in the same transaction. `detail` must never contain a secret. */
export function audit(
  trx: Tx,
  caller: Caller,
  action: string,
  subject: { type: string; id: number },
  detail?: Record<string, unknown>,
): Promise<void> {
  const { organizationId } = caller;
  const projectId = OF_THE_ORGANIZATION.has(subject.type) ? null : caller.projectId;
  return recordAudit(trx, { organizationId, projectId, actor: actorOf(caller), action, subject, detail });
}
