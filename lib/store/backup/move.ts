import pg from "pg";
import { HOURLY_ROLLUP_DAYS } from "@/lib/domain/core/retention";
import { now } from "@/lib/shared/clock";
import { env, setEnv } from "@/lib/shared/env";
import { forget } from "@/lib/shared/once";
import { appSecretDigest } from "@/lib/shared/secret";
import { ensurePartitionsFor } from "@/lib/store/checks/partitions";
import { ensureRollupMonths } from "@/lib/store/checks/rollup-months";
import { directUrl } from "@/lib/store/core/addresses";
import { KEEP_DIGEST } from "@/lib/store/core/app-secret";
import { withClient } from "@/lib/store/core/connection/client";
import { FOR_COPIES, FOR_LONG_SESSION } from "@/lib/store/core/connection/settings";
import { copyIn, copyOut } from "@/lib/store/core/copy";
import { migrateDatabase } from "@/lib/store/core/migrate-all";
import { closePool } from "@/lib/store/core/pool";
import {
  appliedMigrations,
  columnList,
  columnsOf,
  MOVE_PROGRESS,
  partsInOrder,
  resultDays,
  tablesInOrder,
} from "./catalog";
import { jobsOf, sequencesOf } from "./export";
import { refuseFilled } from "./import";
import { addJob, setSequence } from "./leftovers";
import { closedParts, emptyPart, notePart, startedMove } from "./move-progress";
import { connectedServers, refuseOtherUsers } from "./users";

const ROLLUPS_SINCE_MS = (HOURLY_ROLLUP_DAYS + 31) * 24 * 3600_000;

export interface MoveOptions {
  /** Deletes everything in the target first. */
  readonly replace: boolean;
  /** Receives a line per copied part. */
  readonly say: (line: string) => void;
}

/** How many parts this run copied, how many an earlier one had copied, and whether the move is complete. */
export interface Moved {
  copied: number;
  kept: number;
  isComplete: boolean;
}

/**
 * Copies the database to `to`, one table or partition after the other, each in a transaction and compared by rows and checksum. After an
 * interruption, a second run continues, and copies again what changed in between. While a server uses the original, it copies only the
 * raw results of earlier days, so that the server has to stop for the rest only. The original stays as it is.
 */
export async function moveDatabase(to: string, options: MoveOptions): Promise<Moved> {
  const original = { DATABASE_URL: env().DATABASE_URL, DATABASE_DIRECT_URL: env().DATABASE_DIRECT_URL ?? "" };
  const source = new pg.Client({ connectionString: directUrl(), application_name: "vedette-cli" });
  await source.connect();
  await source.query(FOR_LONG_SESSION);
  await closePool();
  try {
    await migrateDatabase(to);
    // From here on, partitions are created in the new database.
    setEnv({ DATABASE_URL: to, DATABASE_DIRECT_URL: "" });
    forgetPartitions();
    return await withClient(async (target) => {
      await refuseSame(source, target);
      await refuseOtherUsers(target);
      await refuseOtherVersion(source, target);
      return moveParts(source, target, options);
    });
  } finally {
    await source.end();
    await closePool();
    setEnv(original);
    forgetPartitions();
  }
}

/** Forgets which partitions exist, because that was another database's. */
function forgetPartitions(): void {
  forget("store.partitions");
  forget("store.rollup-months");
}

async function moveParts(
  source: pg.Client,
  target: pg.Client,
  { replace, say }: MoveOptions,
): Promise<Moved> {
  const isServing = (await connectedServers(source)) !== null;
  if (replace) await emptyTarget(target);
  else await refuseUnrelated(target);
  const done = await startedMove(target);
  await ensurePartitionsFor(await resultDays(source));
  await ensureRollupMonths(new Date(now().getTime() - ROLLUPS_SINCE_MS), now());
  const all = await partsInOrder(source);
  const parts = isServing ? closedParts(all, now()) : all;
  const moved: Moved = { copied: 0, kept: 0, isComplete: !isServing };
  for (const [index, part] of parts.entries()) {
    const isNew = await movePart(source, target, { part, done });
    moved[isNew ? "copied" : "kept"] += 1;
    if (isNew) say(`${index + 1}/${parts.length} ${part}: ${done.get(part)}`);
  }
  if (!isServing) {
    await refuseOtherUsers(source);
    await finishMove(source, target);
  }
  return moved;
}

/** Copies a part unless the target has the same rows already. Returns whether it did. */
async function movePart(
  source: pg.Client,
  target: pg.Client,
  { part, done }: { part: string; done: Map<string, string> },
): Promise<boolean> {
  await source.query(`begin isolation level repeatable read read only; ${FOR_COPIES}`);
  try {
    const sum = await tableSum(source, part);
    if (done.get(part) === sum) return false;
    await target.query(`begin; ${FOR_COPIES}`);
    for (const emptied of await emptyPart(target, part)) done.delete(emptied);
    const columns = columnList(source, await columnsOf(source, part));
    const rows = copyOut(source, `copy (select ${columns} from ${part}) to stdout`);
    await copyIn(target, `copy ${part} (${columns}) from stdin`, rows);
    refuseDifference(part, sum, await tableSum(target, part));
    await notePart(target, part, sum);
    await target.query("commit");
    done.set(part, sum);
    return true;
  } catch (error) {
    await target.query("rollback");
    throw error;
  } finally {
    await source.query("rollback");
  }
}

/** Copies what isn't in tables. From its commit on, a server can use the new database. */
async function finishMove(source: pg.Client, target: pg.Client): Promise<void> {
  await target.query("begin");
  try {
    for (const sequence of await sequencesOf(source)) await setSequence(target, sequence);
    await target.query("delete from graphile_worker._private_jobs");
    for (const job of await jobsOf(source)) await addJob(target, job);
    // Runners tell databases apart by this time, so they start from a new snapshot (lib/store/runners/config.ts).
    await target.query("update migrations set applied_at = clock_timestamp()");
    await target.query(KEEP_DIGEST, [appSecretDigest()]);
    await target.query(`drop table ${MOVE_PROGRESS}`);
    await target.query("commit");
  } catch (error) {
    await target.query("rollback");
    throw error;
  }
}

async function emptyTarget(target: pg.Client): Promise<void> {
  await target.query(`drop table if exists ${MOVE_PROGRESS}`);
  await target.query(`truncate ${(await tablesInOrder(target)).join(", ")} cascade`);
}

/** Throws when the target has data that doesn't come from an interrupted move. */
async function refuseUnrelated(target: pg.Client): Promise<void> {
  const { rows } = await target.query(`select to_regclass('${MOVE_PROGRESS}') as progress`);
  if (rows[0]?.progress === null) await refuseFilled(target, { replace: false });
}

/**
 * Throws if both connections lead to the same database, which `--replace` would empty. Uses an advisory lock, which
 * belongs to a database.
 */
async function refuseSame(source: pg.Client, target: pg.Client): Promise<void> {
  const key = "hashtextextended('vedette-move', 0)";
  await source.query(`select pg_advisory_lock(${key})`);
  const { rows } = await target.query<{ free: boolean }>(`select pg_try_advisory_lock(${key}) as free`);
  if (!rows[0]?.free) throw new Error("--to must be a different database; got the one that is in use.");
}

/** Throws when the running server's schema is older than that of the target, which this program has just migrated. */
async function refuseOtherVersion(source: pg.Client, target: pg.Client): Promise<void> {
  const [from, to] = [await appliedMigrations(source), await appliedMigrations(target)];
  if (from.join() !== to.join())
    throw new Error(
      "The running server and this command have different versions. Use the same version for both.",
    );
}

/**
 * Returns the number of rows of a table or partition with the sum of their hashes, which doesn't depend on the order. Both sides write a
 * row as the same JSON, whatever version of PostgreSQL they run. Call it in a transaction with `FOR_COPIES`.
 */
export async function tableSum(client: pg.ClientBase, table: string): Promise<string> {
  const { rows } = await client.query<{ sum: string }>(
    `select count(*) || ' rows, checksum '
       || coalesce(sum(('x' || left(md5(to_jsonb(t)::text), 15))::bit(60)::bigint::numeric), 0) as sum from ${table} t`,
  );
  return rows[0]?.sum ?? "";
}

/** Throws when a copied table differs from the original. */
export function refuseDifference(table: string, from: string, to: string): void {
  if (from === to) return;
  throw new Error(
    `The copy of ${table} differs from the original: expected ${from}; got ${to}. Keep using the original.`,
  );
}
