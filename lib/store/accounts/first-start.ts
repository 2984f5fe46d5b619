import { sql } from "kysely";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";

const LOCK_KEY = 7_243_319;

/** Serializes first starts, because several servers may start on an empty database. */
export async function lockFirstStart(trx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(trx);
}

/** Returns the first owner, or null when there is none yet. */
export async function firstOwner(): Promise<{ id: number; name: string } | null> {
  const owner = await db()
    .selectFrom("users")
    .select(["id", "name"])
    .where("role", "=", "owner")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return owner ?? null;
}

export async function hasOwner(trx: Tx): Promise<boolean> {
  const owner = await trx
    .selectFrom("users")
    .select("id")
    .where("role", "=", "owner")
    .limit(1)
    .executeTakeFirst();
  return owner !== undefined;
}

/** Returns the ID of the first organization, or null on an empty database. */
export async function firstOrganizationId(): Promise<number | null> {
  const first = await db().selectFrom("organizations").select("id").orderBy("id").limit(1).executeTakeFirst();
  return first?.id ?? null;
}

/** Returns the ID of the first organization; creates it with its first project when there is none. */
export async function ensureFirstOrganization(trx: Tx): Promise<number> {
  const known = await trx.selectFrom("organizations").select("id").orderBy("id").limit(1).executeTakeFirst();
  if (known) return known.id;
  const { id } = await trx
    .insertInto("organizations")
    .values({ name: "My organization" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("projects")
    .values({ organization_id: id, name: "Main", slug: "main", incident_prefix: "MAIN" })
    .execute();
  return id;
}

/** Replaces the one-time owner link; earlier links become invalid. */
export async function replaceOwnerLink(
  trx: Tx,
  organizationId: number,
  tokenHash: Buffer,
  expiresAt: Date,
): Promise<void> {
  await trx.deleteFrom("access_links").where("purpose", "=", "owner").execute();
  await trx
    .insertInto("access_links")
    .values({
      token_hash: tokenHash,
      purpose: "owner",
      organization_id: organizationId,
      role: "owner",
      expires_at: expiresAt,
    })
    .execute();
}
