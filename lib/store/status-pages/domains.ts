import { sql } from "kysely";
import { DOMAIN_PHASES } from "@/lib/contract/status-pages/domain";
import { type DomainLife, newDomain } from "@/lib/domain/status-pages/domain-life";
import { read } from "@/lib/store/core/connection/statements";
import { addJob } from "@/lib/store/core/jobs";
import type { Tx } from "@/lib/store/core/tx";
import type { StatusPageChange, StatusPageRow } from "./pages";

/** Requests that due domains be checked as soon as this transaction commits, before the minute's regular run. */
export async function requestDomainChecks(trx: Tx): Promise<void> {
  await addJob(trx, "check_domains", {}, { key: "check_domains" });
}

/** Returns pages whose custom domain is due for a check, the longest overdue first. */
export async function selectDueDomains(now: Date, limit: number): Promise<StatusPageRow[]> {
  return read<StatusPageRow>(
    `select * from status_pages where domain is not null and domain_next_check_at <= $1 order by domain_next_check_at, id limit $2`,
    [now, limit],
  );
}

/** Returns a stored domain's life. */
export function lifeOf(row: StatusPageRow, domain: string): DomainLife {
  const start = newDomain(domain, row.updated_at);
  return {
    phase: DOMAIN_PHASES.find((phase) => phase === row.domain_phase) ?? start.phase,
    since: row.domain_since ?? start.since,
    misses: row.domain_misses,
    missingSince: row.domain_missing_since,
    checkedAt: row.domain_checked_at,
    nextCheckAt: row.domain_next_check_at,
    error: row.domain_error,
  };
}

/** Returns the columns of a domain's life; those of a page without a domain for null. */
export function lifeColumns(life: DomainLife | null): StatusPageChange {
  return {
    domain_phase: life?.phase ?? null,
    domain_since: life?.since ?? null,
    domain_misses: life?.misses ?? 0,
    domain_missing_since: life?.missingSince ?? null,
    domain_checked_at: life?.checkedAt ?? null,
    domain_next_check_at: life?.nextCheckAt ?? null,
    domain_error: life?.error ?? null,
  };
}

/** Writes the findings of a check. The page itself wasn't edited, so `updated_at` stays. */
export async function writeDomainCheck(trx: Tx, pageId: number, change: StatusPageChange): Promise<void> {
  await trx.updateTable("status_pages").set(change).where("id", "=", pageId).execute();
}

/** Returns the owners and admins of a page's organization, in the transaction's own connection. */
export async function selectPageOwners(trx: Tx, pageId: number) {
  return trx
    .selectFrom("status_pages")
    .innerJoin("projects", "projects.id", "status_pages.project_id")
    .innerJoin("users", "users.organization_id", "projects.organization_id")
    .select(["users.organization_id", "users.name", "users.email"])
    .where("status_pages.id", "=", pageId)
    .where("users.role", "in", ["owner", "admin"])
    .orderBy("users.id")
    .execute();
}

/** Returns the project that last proved a domain; null when none did. */
export async function selectDomainHolder(trx: Tx, domain: string): Promise<number | null> {
  const row = await trx
    .selectFrom("domain_holders")
    .select("holder_project_id")
    .where("domain", "=", domain)
    .executeTakeFirst();
  return row?.holder_project_id ?? null;
}

/** Records that a project has proved a domain. */
export async function writeDomainHolder(
  trx: Tx,
  domain: string,
  projectId: number,
  now: Date,
): Promise<void> {
  await trx
    .insertInto("domain_holders")
    .values({ domain, holder_project_id: projectId, proved_at: now })
    .onConflict((conflict) =>
      conflict.column("domain").doUpdateSet({
        holder_project_id: sql`excluded.holder_project_id`,
        proved_at: sql`excluded.proved_at`,
      }),
    )
    .execute();
}
