import { db } from "./pool";
import type { Tx } from "./tx";

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

export async function deleteSession(trx: Tx, id: number): Promise<void> {
  await trx.deleteFrom("sessions").where("id", "=", id).execute();
}

export async function deleteSessionByToken(trx: Tx, tokenHash: Buffer): Promise<void> {
  await trx.deleteFrom("sessions").where("token_hash", "=", tokenHash).execute();
}

/** Ends every session of a person: after a new password, another role, or at their wish. */
export async function deleteSessionsOf(trx: Tx, userId: number): Promise<void> {
  await trx.deleteFrom("sessions").where("user_id", "=", userId).execute();
}

export async function setSessionProject(id: number, projectId: number): Promise<void> {
  await db().updateTable("sessions").set({ project_id: projectId }).where("id", "=", id).execute();
}
