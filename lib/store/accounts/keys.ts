import { type InferResult, sql } from "kysely";
import { pick } from "@/lib/shared/pick";
import { type Found, listed, type Slice } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import type { Access } from "./credentials";

/** `role`: with which a user token acts; null for other keys. */
export type KeyListRow = InferResult<ReturnType<typeof columns>>[number];

export interface KeyReach {
  organizationId: number;
  /** Limits the keys to the user tokens of one user; null means all keys of the organization. */
  userId: number | null;
}

function live(reach: KeyReach, trx?: Tx) {
  const query = (trx ?? db())
    .selectFrom("api_keys as k")
    .where("k.organization_id", "=", reach.organizationId)
    .where("k.revoked_at", "is", null);
  return reach.userId === null
    ? query
    : query.where("k.kind", "=", "user").where("k.user_id", "=", reach.userId);
}

function columns(query: ReturnType<typeof live>) {
  return query
    .leftJoin("projects as p", "p.id", "k.project_id")
    .leftJoin("users as u", "u.id", "k.created_by")
    .leftJoin("users as person", "person.id", "k.user_id")
    .select([
      "k.id",
      "k.kind",
      "k.name",
      "k.project_id",
      "p.name as project_name",
      "k.prefix",
      "k.last_four",
      "k.platform_access",
      "k.uptime_access",
      "u.name as created_by_name",
      "person.role",
      "k.last_used_at",
      "k.expires_at",
      "k.created_at",
    ]);
}

/** Returns keys that aren't revoked, newest first. Includes expired ones, which explain why something stopped working. */
export function selectKeys(reach: KeyReach, page: Slice): Promise<Found<KeyListRow>> {
  return listed(live(reach), columns(live(reach)).orderBy("k.id", "desc"), page);
}

export async function selectKey(reach: KeyReach, id: number, trx?: Tx): Promise<KeyListRow | null> {
  return (await columns(live(reach, trx)).where("k.id", "=", id).executeTakeFirst()) ?? null;
}

export interface NewKey {
  organizationId: number;
  projectId: number | null;
  userId: number | null;
  kind: "organization" | "project" | "user";
  name: string;
  prefix: string;
  lastFour: string;
  tokenHash: Buffer;
  platform: Access;
  uptime: Access;
  createdBy: number | null;
  expiresAt: Date | null;
}

export async function insertKey(trx: Tx, key: NewKey): Promise<number> {
  const { id } = await trx
    .insertInto("api_keys")
    .values({
      organization_id: key.organizationId,
      project_id: key.projectId,
      user_id: key.userId,
      ...pick(key, "kind", "name", "prefix"),
      last_four: key.lastFour,
      token_hash: key.tokenHash,
      platform_access: key.platform,
      uptime_access: key.uptime,
      created_by: key.createdBy,
      expires_at: key.expiresAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function markRevoked(trx: Tx, id: number): Promise<void> {
  await trx
    .updateTable("api_keys")
    .set({ revoked_at: sql`now()`, updated_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

/** Revokes the organization keys that a user created. Returns them. */
export async function revokeOrganizationKeysBy(
  trx: Tx,
  userId: number,
): Promise<{ id: number; name: string }[]> {
  return trx
    .updateTable("api_keys")
    .set({ revoked_at: sql`now()`, updated_at: sql`now()` })
    .where("kind", "=", "organization")
    .where("created_by", "=", userId)
    .where("revoked_at", "is", null)
    .returning(["id", "name"])
    .execute();
}

export async function revokeTokensOf(trx: Tx, userId: number): Promise<void> {
  await trx
    .updateTable("api_keys")
    .set({ revoked_at: sql`now()`, updated_at: sql`now()` })
    .where("kind", "=", "user")
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
}
