import { sql } from "kysely";
import type { SelfCheckFailure } from "@/lib/contract/checks/self-check";
import { NOTICE_AGAIN_SECONDS, SELF_CHECK_FRESH_SECONDS } from "@/lib/domain/runners/presence";
import type { Tx } from "@/lib/store/core/tx";

/**
 * A problem of the installation that its owners should know about. `region` null: the built-in runner, which serves many
 * regions.
 */
export type HealthNotice = { region: string | null; name: string } & (
  | { kind: "self-check"; failures: SelfCheckFailure[] }
  | { kind: "quarantine"; reason: string }
);

/** Returns the notices not sent yet and marks them as sent, by the database's clock, in the caller's transaction. */
export async function takeHealthNotices(trx: Tx): Promise<HealthNotice[]> {
  const failed = await sql<HealthNotice>`
    update runners set self_check_noticed_at = now()
    where report -> 'self_check_failures' <> '[]' and revoked_at is null and last_seen_at > now() - make_interval(secs => ${SELF_CHECK_FRESH_SECONDS})
      and (self_check_noticed_at is null or self_check_noticed_at < now() - make_interval(secs => ${NOTICE_AGAIN_SECONDS}))
    returning 'self-check' as kind, region, name, report -> 'self_check_failures' as failures`.execute(trx);
  const quarantines = await sql<HealthNotice>`
    update region_quarantines set noticed_since = since
    where kind = 'quarantined' and released_at is null and noticed_since is distinct from since
    returning 'quarantine' as kind, region, region as name, reason`.execute(trx);
  return [...failed.rows, ...quarantines.rows];
}

/** Returns organizations that monitor from a region, or from any region when it is null. */
export async function organizationsWatching(trx: Tx, region: string | null): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select distinct p.organization_id from region_states r join projects p on p.id = r.project_id
    where ${region}::text is null or r.region = ${region} order by 1`.execute(trx);
  return rows.map((row) => row.organization_id);
}
