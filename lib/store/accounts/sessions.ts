import { type Selectable, sql } from "kysely";
import { type Found, listed, type Slice } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

export interface NewSession {
  tokenHash: Buffer;
  userId: number;
  projectId: number | null;
  userAgent: string | null;
  address: string | null;
  expiresAt: Date;
}

export async function insertSession(trx: Tx, session: NewSession): Promise<number> {
  const { id } = await trx
    .insertInto("sessions")
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      project_id: session.projectId,
      user_agent: session.userAgent,
      address: session.address,
      expires_at: session.expiresAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns whether the session still exists and its user can still access the project. */
export async function sessionReaches(id: number, projectId: number): Promise<boolean> {
  const { rows } = await sql`
    select from sessions s join users u on u.id = s.user_id join projects p on p.id = ${projectId} and p.organization_id = u.organization_id and p.deleted_at is null
    where s.id = ${id} and s.expires_at > now()
      and (u.role <> 'member' or exists (select 1 from project_members m where m.project_id = p.id and m.user_id = u.id))`.execute(
    db(),
  );
  return rows.length > 0;
}

export async function deleteSession(trx: Tx, id: number): Promise<void> {
  await trx.deleteFrom("sessions").where("id", "=", id).execute();
}

export async function deleteSessionByToken(trx: Tx, tokenHash: Buffer): Promise<void> {
  await trx.deleteFrom("sessions").where("token_hash", "=", tokenHash).execute();
}

/** Ends every session of a user: after a password or role change, or on request. */
export async function deleteSessionsOf(trx: Tx, userId: number): Promise<void> {
  await trx.deleteFrom("sessions").where("user_id", "=", userId).execute();
}

export async function setSessionProject(id: number, projectId: number): Promise<void> {
  await db().updateTable("sessions").set({ project_id: projectId }).where("id", "=", id).execute();
}

export type OwnSessionRow = Omit<
  Selectable<Database["sessions"]>,
  "project_id" | "token_hash" | "user_id" | "expires_at"
>;

/** Returns a user's active sessions, newest first. */
export async function selectSessionsOf(
  userId: number,
  idleSince: Date,
  page: Slice,
): Promise<Found<OwnSessionRow>> {
  const live = db()
    .selectFrom("sessions")
    .where("user_id", "=", userId)
    .where("last_seen_at", ">", idleSince)
    .where("expires_at", ">", sql<Date>`now()`);
  return listed(
    live,
    live.select(["id", "user_agent", "address", "created_at", "last_seen_at"]).orderBy("id", "desc"),
    page,
  );
}

/** Ends one session of this user; false when it isn't theirs or has ended. */
export async function deleteSessionOf(trx: Tx, userId: number, id: number): Promise<boolean> {
  const row = await trx
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Turns off notifications in the user's browsers, except in the kept one. Returns in how many. */
export async function deleteBrowsersOf(
  trx: Tx,
  userId: number,
  keptHash: Buffer | null = null,
): Promise<number> {
  const own = trx.deleteFrom("push_subscriptions").where("user_id", "=", userId);
  const others = keptHash ? own.where("endpoint_hash", "<>", keptHash) : own;
  return (await others.returning("id").execute()).length;
}

/** Ends the user's other sessions. Returns how many. */
export async function deleteOtherSessions(trx: Tx, userId: number, keptId: number): Promise<number> {
  const rows = await trx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("id", "!=", keptId)
    .returning("id")
    .execute();
  return rows.length;
}
