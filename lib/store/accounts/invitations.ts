import { sql } from "kysely";
import { type Found, listed, type Slice } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";

export interface InvitationRow {
  id: number;
  email: string;
  role: "owner" | "admin" | "member";
  project_ids: number[] | null;
  invited_by: string | null;
  created_at: Date;
  expires_at: Date;
}

function open(organizationId: number, at: Date, trx?: Tx) {
  return (trx ?? db())
    .selectFrom("access_links as l")
    .leftJoin("users as u", "u.id", "l.created_by")
    .where("l.organization_id", "=", organizationId)
    .where("l.purpose", "=", "invitation")
    .where("l.used_at", "is", null)
    .where("l.expires_at", ">", at);
}

const columns = [
  "l.id",
  sql<string>`coalesce(l.email, '')`.as("email"),
  sql<InvitationRow["role"]>`l.role`.as("role"),
  "l.project_ids",
  "u.name as invited_by",
  "l.created_at",
  "l.expires_at",
] as const;

/** Returns pending invitations, newest first. */
export async function selectInvitations(
  organizationId: number,
  at: Date,
  page: Slice,
): Promise<Found<InvitationRow>> {
  return listed(
    open(organizationId, at),
    open(organizationId, at).select(columns).orderBy("l.id", "desc"),
    page,
  );
}

export async function selectInvitation(
  trx: Tx,
  organizationId: number,
  id: number,
  at: Date,
): Promise<InvitationRow | null> {
  const row = await open(organizationId, at, trx).select(columns).where("l.id", "=", id).executeTakeFirst();
  return row ?? null;
}

export async function deleteInvitation(trx: Tx, organizationId: number, id: number): Promise<void> {
  await trx
    .deleteFrom("access_links")
    .where("organization_id", "=", organizationId)
    .where("purpose", "=", "invitation")
    .where("id", "=", id)
    .execute();
}

/** Deletes the pending invitations of an address, ignoring case. */
export async function deleteInvitationsOf(trx: Tx, organizationId: number, email: string): Promise<void> {
  await trx
    .deleteFrom("access_links")
    .where("organization_id", "=", organizationId)
    .where("purpose", "=", "invitation")
    .where("used_at", "is", null)
    .where(sql<string>`lower(email)`, "=", email.toLowerCase())
    .execute();
}
