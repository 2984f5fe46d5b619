import type { Tx } from "./tx";

export interface AuditEntry {
  organizationId: number;
  projectId?: number | null;
  actor: { type: "user" | "api_key" | "system"; id: number | null; label: string };
  /** `project.created`, `key.revoked`, `user.signed_in`, … */
  action: string;
  subject: { type: string; id: number } | null;
  /** Names and numbers, never a secret. */
  detail?: Record<string, unknown>;
}

/** Writes who did what, in the transaction that does it. */
export async function recordAudit(trx: Tx, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto("audit_log")
    .values({
      organization_id: entry.organizationId,
      project_id: entry.projectId ?? null,
      actor_type: entry.actor.type,
      actor_id: entry.actor.id,
      actor_label: entry.actor.label,
      action: entry.action,
      subject_type: entry.subject?.type ?? null,
      subject_id: entry.subject?.id ?? null,
      detail: entry.detail ? JSON.stringify(entry.detail) : null,
    })
    .execute();
}
