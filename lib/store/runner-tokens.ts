import { sql } from "kysely";
import { db } from "./pool";

const FORGOTTEN_DAYS = 7;

/** Makes the runner of this data directory known, and forgets local ones of servers that are long gone. */
export async function ensureLocalRunner(tokenHash: Buffer): Promise<void> {
  await sql`delete from runners where kind = 'local' and token_hash <> ${tokenHash}
    and coalesce(last_seen_at, created_at) < now() - make_interval(days => ${FORGOTTEN_DAYS})`.execute(db());
  await db()
    .insertInto("runners")
    .values({ name: "local", region: null, kind: "local", token_hash: tokenHash })
    .onConflict((conflict) => conflict.column("token_hash").doNothing())
    .execute();
}

export async function insertRemoteRunner(name: string, region: string, tokenHash: Buffer): Promise<void> {
  await db().insertInto("runners").values({ name, region, kind: "remote", token_hash: tokenHash }).execute();
}

export function allRunners() {
  return db()
    .selectFrom("runners")
    .select(["id", "name", "region", "kind", "last_seen_at", "revoked_at"])
    .orderBy("id")
    .execute();
}

/** Whether there was such a runner that was not revoked before. */
export async function setRunnerRevoked(id: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable("runners")
    .set({ revoked_at: at })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
