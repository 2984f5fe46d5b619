import { type Selectable, sql } from "kysely";
import { pick } from "@/lib/shared/pick";
import { type Found, listed, type Slice } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";
import { deleteResetLinks } from "./access-links";
import { revokeTokensOf } from "./keys";
import { deleteBrowsersOf, deleteSessionsOf } from "./sessions";

const COLUMNS = [
  "id",
  "organization_id",
  "name",
  "email",
  "role",
  "phone",
  "created_at",
  "updated_at",
] as const;
export type UserRow = Pick<Selectable<Database["users"]>, (typeof COLUMNS)[number]>;

/** Returns the users of an organization, newest first, optionally filtered by email address. */
export async function selectUsers(
  organizationId: number,
  emails: readonly string[],
  page: Slice,
): Promise<Found<UserRow>> {
  let query = db().selectFrom("users").where("organization_id", "=", organizationId);
  if (emails.length > 0) {
    const lowered = emails.map((email) => email.toLowerCase());
    query = query.where(sql<string>`lower(email)`, "=", sql<string>`any (${sql.val(lowered)}::text[])`);
  }
  return listed(query, query.select(COLUMNS).orderBy("id", "desc"), page);
}

export async function selectUser(organizationId: number, id: number, trx?: Tx): Promise<UserRow | null> {
  const row = await (trx ?? db())
    .selectFrom("users")
    .select(COLUMNS)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

export type SignInRow = Pick<
  Selectable<Database["users"]>,
  "id" | "organization_id" | "name" | "email" | "password_hash"
>;

/** Returns the user with this email address, ignoring case. */
export async function selectByEmail(email: string, trx?: Tx): Promise<SignInRow | null> {
  const row = await (trx ?? db())
    .selectFrom("users")
    .select(["id", "organization_id", "name", "email", "password_hash"])
    .where(sql<string>`lower(email)`, "=", email.toLowerCase())
    .executeTakeFirst();
  return row ?? null;
}

export async function selectPasswordHash(userId: number): Promise<string | null> {
  const row = await db()
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

export interface UserChange {
  name?: string;
  phone?: string | null;
  role?: "owner" | "admin" | "member";
}

export async function updateUser(trx: Tx, userId: number, change: UserChange): Promise<void> {
  await trx
    .updateTable("users")
    .set({ ...change, updated_at: sql`now()` })
    .where("id", "=", userId)
    .execute();
}

/**
 * Sets a password, and ends sessions, browser notifications, user tokens, and password links granted under the old one.
 */
export async function setPassword(trx: Tx, userId: number, passwordHash: string): Promise<void> {
  await trx
    .updateTable("users")
    .set({ password_hash: passwordHash, updated_at: sql`now()` })
    .where("id", "=", userId)
    .execute();
  await deleteSessionsOf(trx, userId);
  await deleteBrowsersOf(trx, userId);
  await revokeTokensOf(trx, userId);
  await deleteResetLinks(trx, userId);
}

export interface NewUser {
  organizationId: number;
  name: string;
  email: string;
  role: "owner" | "admin" | "member";
  passwordHash: string;
}

export async function insertUser(trx: Tx, user: NewUser): Promise<number> {
  const { id } = await trx
    .insertInto("users")
    .values({
      organization_id: user.organizationId,
      ...pick(user, "name", "email", "role"),
      password_hash: user.passwordHash,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a user to all projects of the organization, or to those of the given ones that still exist. */
export async function joinProjects(
  trx: Tx,
  userId: number,
  organizationId: number,
  projectIds: readonly number[] | null = null,
): Promise<void> {
  const wanted = sql.val(projectIds);
  await sql`insert into project_members (project_id, user_id, position)
    select p.id, ${userId}, coalesce((select max(position) + 1 from project_members m where m.project_id = p.id), 0)
    from projects p where p.organization_id = ${organizationId} and p.deleted_at is null
      and (${wanted}::bigint[] is null or p.id = any (${wanted}::bigint[])) on conflict do nothing`.execute(
    trx,
  );
}

/** Returns a person of the organization who has access to a project; null for anyone else. */
export async function selectColleague(
  organizationId: number,
  projectId: number,
  userId: number,
): Promise<{ id: number; name: string; email: string } | null> {
  const { rows } = await sql<{ id: number; name: string; email: string }>`
    select u.id, u.name, u.email from users u where u.organization_id = ${organizationId} and u.id = ${userId}
      and (u.role <> 'member' or exists (select 1 from project_members m where m.project_id = ${projectId} and m.user_id = u.id))`.execute(
    db(),
  );
  return rows[0] ?? null;
}
