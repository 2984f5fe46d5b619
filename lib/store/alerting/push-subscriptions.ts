import { type Selectable, sql } from "kysely";
import { type Found, listed, type Slice } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

export type PushSubscriptionRow = Omit<Selectable<Database["push_subscriptions"]>, "user_id">;

const COLUMNS = [
  "id",
  "endpoint_hash",
  "service",
  "secrets",
  "user_agent",
  "last_success_at",
  "last_failure_at",
  "last_failure",
  "created_at",
] as const;

export async function selectSubscriptions(userId: number, page: Slice): Promise<Found<PushSubscriptionRow>> {
  const own = db().selectFrom("push_subscriptions").where("user_id", "=", userId);
  return listed(own, own.select(COLUMNS).orderBy("id", "desc"), page);
}

export async function selectSubscription(userId: number, id: number): Promise<PushSubscriptionRow | null> {
  const row = await db()
    .selectFrom("push_subscriptions")
    .select(COLUMNS)
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

export interface NewSubscription {
  user_id: number;
  endpoint_hash: Buffer;
  service: string;
  secrets: Buffer;
  user_agent: string | null;
}

/**
 * Saves or renews a browser's subscription. One that belonged to another user moves to this user without its old data, because
 * the person with the browser's keys is the one using it.
 */
export async function upsertSubscription(
  trx: Tx,
  given: NewSubscription,
): Promise<PushSubscriptionRow & { isNew: boolean }> {
  await trx
    .deleteFrom("push_subscriptions")
    .where("endpoint_hash", "=", given.endpoint_hash)
    .where("user_id", "<>", given.user_id)
    .execute();
  return trx
    .insertInto("push_subscriptions")
    .values(given)
    .onConflict((conflict) =>
      conflict.column("endpoint_hash").doUpdateSet({
        secrets: given.secrets,
        user_agent: given.user_agent,
      }),
    )
    .returning(COLUMNS)
    .returning(sql<boolean>`xmax = 0`.as("isNew"))
    .executeTakeFirstOrThrow();
}

export async function countSubscriptions(trx: Tx, userId: number): Promise<number> {
  // Serializes concurrent requests of one user.
  await sql`select 1 from users where id = ${userId} for no key update`.execute(trx);
  const { total } = await trx
    .selectFrom("push_subscriptions")
    .where("user_id", "=", userId)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** Deletes a user's subscription; false when it doesn't exist. */
export async function deleteSubscription(trx: Tx, userId: number, id: number): Promise<boolean> {
  const row = await trx
    .deleteFrom("push_subscriptions")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a subscription that the push service no longer knows, with its pending deliveries. */
export async function deleteGoneSubscription(trx: Tx, id: number): Promise<void> {
  await trx.deleteFrom("push_subscriptions").where("id", "=", id).execute();
}

/** Records the result of the last notification, which its user sees. `failure` null means success, which ends earlier failures. */
export async function noteOutcome(trx: Tx, id: number, at: Date, failure: string | null): Promise<void> {
  const change =
    failure === null
      ? { last_success_at: at, last_failure_at: null, last_failure: null }
      : { last_failure_at: at, last_failure: failure };
  await trx.updateTable("push_subscriptions").set(change).where("id", "=", id).execute();
}

interface PushKeyRow {
  public_key: string;
  /** Encrypted. */
  private_key: Buffer;
}

export async function selectPushKey(): Promise<PushKeyRow | null> {
  const row = await db().selectFrom("push_keys").select(["public_key", "private_key"]).executeTakeFirst();
  return row ?? null;
}

/** Keeps the first key: if two servers start simultaneously, one key wins for both. */
export async function keepPushKey(row: PushKeyRow): Promise<void> {
  await db()
    .insertInto("push_keys")
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}
