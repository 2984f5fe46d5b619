import { sql } from "kysely";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import { DELETED_MONITORS } from "@/lib/store/monitors/deleted-monitors";

/** Lock keys start here; a key is this plus a number below the version of the transaction that holds the lock. */
const LOCK_BASE = (7_243_312n << 40n).toString();
const LOCK_END = (7_243_313n << 40n).toString();

const taken = new WeakMap<Tx, Promise<number>>();

/**
 * Returns the version that this transaction gives to what it changes in the runners' configuration. Versions may commit in
 * another order than they were taken, so until it ends the transaction holds a lock that says from which version on readers
 * can't rely on seeing everything (docs/decisions/0004).
 */
export function bumpConfigVersion(trx: Tx): Promise<number> {
  const known = taken.get(trx);
  if (known) return known;
  const version = takeVersion(trx);
  taken.set(trx, version);
  return version;
}

async function takeVersion(trx: Tx): Promise<number> {
  // The lock comes first: a version must not exist without it.
  const { rows } = await sql<{ version: number }>`
    with held as materialized (
      select pg_advisory_xact_lock_shared(${LOCK_BASE}::bigint + last_value - (not is_called)::int) from config_versions)
    select nextval('config_versions') as version from held`.execute(trx);
  const version = rows[0]?.version;
  if (version === undefined) throw new Error("Sequence config_versions returned no value");
  return version;
}

export interface NewestVersion {
  /** The newest version that was taken, committed or not; 0 before the first. */
  readonly newest: number;
  /** Up to this version, tombstones may be missing: runners without a newer one need a snapshot. */
  readonly forgotten: number;
}

/** Version that a reader that starts now sees, as one row of `NewestVersion`. It asks no node of a cluster, because one may be away. */
export const NEWEST_VERSION = `
  select greatest(forgotten, case when is_called then last_value else last_value - 1 end) as newest, forgotten
  from config_versions, (select coalesce((
    select progress from maintenance_steps where name = '${DELETED_MONITORS}'), 0)::bigint as forgotten) known`;

/**
 * Returns the version up to which everything that will ever be committed is visible. It's never above `newest`, which was read
 * before: every version below it was taken earlier, so any transaction that still has one is among the locks
 * (docs/decisions/0004).
 */
export async function completeConfigVersion(newest: number): Promise<number> {
  const { rows } = await sql<{ below: number | null }>`
    select min(key) - ${LOCK_BASE}::bigint as below
    from (select (classid::bigint << 32) | objid::bigint as key from pg_locks
      where locktype = 'advisory' and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())) held
    where key >= ${LOCK_BASE}::bigint and key < ${LOCK_END}::bigint`.execute(db());
  return Math.min(newest, rows[0]?.below ?? newest);
}
