import { sql } from "kysely";
import { FORGOTTEN_DAYS } from "@/lib/domain/runners/presence";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import { IS_ALIVE, IS_DOUBLED } from "./runners";

/**
 * Registers the runner of this data directory, with the region of its RUNNER_REGION if set, and deletes old built-in runners of
 * other servers.
 */
export async function ensureBuiltInRunner(
  tokenHash: Buffer,
  locationVariable: string | null = null,
): Promise<void> {
  await sql`delete from runners where kind = 'local' and token_hash <> ${tokenHash}
    and coalesce(last_seen_at, created_at) < now() - make_interval(days => ${FORGOTTEN_DAYS})`.execute(db());
  await db()
    .insertInto("runners")
    .values({
      name: "local",
      region: null,
      kind: "local",
      token_hash: tokenHash,
      location_variable: locationVariable,
    })
    .onConflict((conflict) =>
      conflict.column("token_hash").doUpdateSet({ location_variable: locationVariable }),
    )
    .execute();
}

/** Inserts a remote runner. Returns its ID. */
export async function insertRemoteRunner(
  name: string,
  region: string,
  tokenHash: Buffer,
  trx?: Tx,
): Promise<number> {
  const { id } = await (trx ?? db())
    .insertInto("runners")
    .values({ name, region, kind: "remote", token_hash: tokenHash })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns rows of `runners` without token hashes; `alive` uses the database's clock, like the assignment of regions. */
export function listed(trx?: Tx) {
  return (trx ?? db())
    .selectFrom("runners")
    .select(["id", "name", "region", "kind", "last_seen_at", "revoked_at", "created_at"])
    .select(["version", "capabilities", "report", "location", "location_variable"])
    .select([
      sql<boolean>`coalesce(${IS_ALIVE}, false)`.as("alive"),
      sql<boolean>`revoked_at is null and ${sql.raw(IS_DOUBLED)}`.as("doubled"),
    ]);
}

export type RunnerListRow = Awaited<ReturnType<typeof allRunners>>[number];

export function allRunners() {
  return listed().orderBy("id").execute();
}

export function selectRunner(trx: Tx, id: number): Promise<RunnerListRow | undefined> {
  return listed(trx).where("id", "=", id).executeTakeFirst();
}

/** Revokes a runner. Returns whether it existed and wasn't revoked before. */
export async function setRunnerRevoked(id: number, at: Date, trx?: Tx): Promise<boolean> {
  const { numUpdatedRows } = await (trx ?? db())
    .updateTable("runners")
    .set({ revoked_at: at })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sets where a built-in runner's server is; null when that isn't known. */
export async function setRunnerLocation(id: number, location: string | null, trx: Tx): Promise<void> {
  await trx.updateTable("runners").set({ location }).where("id", "=", id).execute();
}
