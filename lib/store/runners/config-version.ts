import { sql } from "kysely";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import { tombstonesGoneUntil } from "@/lib/store/monitors/deleted-monitors";

const LOCK_KEY = 7_243_312;

/**
 * Returns the next version of the runners' configuration. Its lock lasts until commit, so versions become visible in order and
 * a runner that has seen one has seen all before it (docs/decisions/0004).
 */
export async function bumpConfigVersion(trx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(trx);
  const { rows } = await sql<{ version: number }>`select nextval('config_versions') as version`.execute(trx);
  const version = rows[0]?.version;
  if (version === undefined) throw new Error("Sequence config_versions returned no value");
  return version;
}

/** Returns the newest committed version, even if its tombstone was purged; 0 before the first. */
export async function committedConfigVersion(): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select greatest(
      (select coalesce(max(config_version), 0) from monitors),
      (select coalesce(max(config_version), 0) from monitor_tombstones),
      ${await tombstonesGoneUntil()}::bigint) as version`.execute(db());
  return rows[0]?.version ?? 0;
}
