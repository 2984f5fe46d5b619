import { sql } from "kysely";
import { read } from "@/lib/store/core/connection/statements";
import type { Tx } from "@/lib/store/core/tx";

/** Records where a user signed in from. */
export async function rememberOrigins(trx: Tx, userId: number, origins: readonly string[]): Promise<void> {
  await trx
    .insertInto("known_origins")
    .values(origins.map((origin) => ({ user_id: userId, origin })))
    .onConflict((conflict) =>
      conflict.columns(["user_id", "origin"]).doUpdateSet({ seen_at: sql<Date>`excluded.seen_at` }),
    )
    .execute();
}

/** Returns which of `origins` this account has signed in from, and the session of this token if it belongs to the account. */
export async function selectKnownOrigins(
  email: string,
  origins: readonly string[],
  sessionHash: Buffer | null,
): Promise<string[]> {
  const rows = await read<{ origin: string }>(
    `select o.origin from known_origins o join users u on u.id = o.user_id
       where lower(u.email) = lower($1) and o.origin = any($2)
     union all
     select 'session:' || s.id from sessions s join users u on u.id = s.user_id
       where lower(u.email) = lower($1) and s.token_hash = $3 and s.expires_at > now()
     order by 1`,
    [email, origins, sessionHash],
  );
  return rows.map(({ origin }) => origin);
}

/** Returns whether the user has signed in from this device before, or from none at all. */
export async function isKnownDevice(trx: Tx, userId: number, origin: string): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select bool_or(origin = ${origin}) is not false as is_known
    from known_origins where user_id = ${userId} and origin like 'device:%'`.execute(trx);
  return rows[0]?.is_known ?? true;
}
