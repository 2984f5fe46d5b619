import { sql } from "kysely";
import { listed, type Slice } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";

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

/** Records actions and their actors, in the transaction that performs them. */
export async function recordAudit(trx: Tx, ...entries: AuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({
    organization_id: entry.organizationId,
    project_id: entry.projectId ?? null,
    actor_type: entry.actor.type,
    actor_id: entry.actor.id,
    actor_label: entry.actor.label,
    action: entry.action,
    subject_type: entry.subject?.type ?? null,
    subject_id: entry.subject?.id ?? null,
    detail: entry.detail ? JSON.stringify(entry.detail) : null,
  }));
  await trx.insertInto("audit_log").values(rows).execute();
}

export type AuditRow = Awaited<ReturnType<typeof selectAuditLog>>["rows"][number];

export interface AuditQuery {
  organizationId: number;
  subjects: readonly string[];
  userIds: readonly number[];
}

function matching(query: AuditQuery) {
  let base = db().selectFrom("audit_log as a").where("a.organization_id", "=", query.organizationId);
  if (query.subjects.length > 0) base = base.where("a.subject_type", "in", [...query.subjects]);
  if (query.userIds.length > 0)
    base = base.where("a.actor_type", "=", "user").where("a.actor_id", "in", [...query.userIds]);
  return base;
}

/** Returns one page of the audit log, newest first. */
export function selectAuditLog(query: AuditQuery, page: Slice) {
  return listed(
    matching(query),
    matching(query)
      .leftJoin("projects as p", "p.id", "a.project_id")
      .leftJoin("users as u", (join) =>
        join.onRef("u.id", "=", "a.subject_id").on("a.subject_type", "=", "user"),
      )
      .select([
        "a.id",
        "a.actor_type",
        "a.actor_id",
        "a.actor_label",
        "a.action",
        "a.subject_type",
        "a.subject_id",
        sql<string | null>`coalesce(a.detail ->> 'name', u.name)`.as("subject_label"),
        "a.project_id",
        "p.name as project_name",
        sql<Record<string, unknown> | null>`a.detail`.as("detail"),
        "a.created_at",
      ])
      .orderBy("a.id", "desc"),
    page,
  );
}

const NAMED = ["monitor", "status_page", "integration", "project", "user"] as const;
export type Named = (typeof NAMED)[number];

/** Returns the names of an organization's records, by `monitor 12`. */
export async function selectNames(
  organizationId: number,
  ids: Readonly<Record<Named, readonly number[]>>,
): Promise<Map<string, string>> {
  if (NAMED.every((kind) => ids[kind].length === 0)) return new Map();
  const own = sql`(select id from projects where organization_id = ${organizationId})`;
  const { rows } = await sql<{ key: string; name: string }>`
    select 'monitor ' || id as key, name from monitors where id = any (${ids.monitor}::bigint[]) and project_id in ${own}
    union all
    select 'status_page ' || id, name from status_pages where id = any (${ids.status_page}::bigint[]) and project_id in ${own}
    union all
    select 'integration ' || id, name from integrations where id = any (${ids.integration}::bigint[]) and project_id in ${own}
    union all
    select 'project ' || id, name from projects where id = any (${ids.project}::bigint[]) and organization_id = ${organizationId}
    union all
    select 'user ' || id, name from users where id = any (${ids.user}::bigint[]) and organization_id = ${organizationId}`.execute(
    db(),
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
}
