import { sql } from "kysely";
import { listed, type Slice } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";

export type MemberRow = Awaited<ReturnType<typeof selectMembers>>["rows"][number];

function members(organizationId: number, trx?: Tx) {
  return (trx ?? db()).selectFrom("users as u").where("u.organization_id", "=", organizationId);
}

const columns = [
  "u.id",
  "u.name",
  "u.email",
  "u.role",
  sql<
    number[]
  >`coalesce((select json_agg(m.project_id order by m.project_id) from project_members m where m.user_id = u.id), '[]')`.as(
    "project_ids",
  ),
  sql<boolean>`u.totp_secret is not null`.as("two_factor"),
  sql<Date | null>`(select max(s.last_seen_at) from sessions s where s.user_id = u.id)`.as("last_seen_at"),
  "u.created_at",
] as const;

/** Returns the users of an organization, newest first. */
export function selectMembers(organizationId: number, page: Slice) {
  return listed(
    members(organizationId),
    members(organizationId).select(columns).orderBy("u.id", "desc"),
    page,
  );
}

export async function selectMember(trx: Tx, organizationId: number, id: number): Promise<MemberRow | null> {
  const row = await members(organizationId, trx).select(columns).where("u.id", "=", id).executeTakeFirst();
  return row ?? null;
}

/** Returns whether the organization has another owner. */
export async function hasOtherOwner(trx: Tx, organizationId: number, userId: number): Promise<boolean> {
  const row = await trx
    .selectFrom("users")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("role", "=", "owner")
    .where("id", "!=", userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteUser(trx: Tx, userId: number): Promise<void> {
  await trx.deleteFrom("users").where("id", "=", userId).execute();
}

/** Makes these the only projects of the user. */
export async function replaceProjectsOf(trx: Tx, userId: number, ids: readonly number[]): Promise<void> {
  const wanted = sql.val([...ids]);
  await sql`delete from project_members where user_id = ${userId} and project_id <> all (${wanted}::bigint[])`.execute(
    trx,
  );
  await sql`insert into project_members (project_id, user_id, position)
    select id, ${userId}, coalesce((select max(position) + 1 from project_members m where m.project_id = id), 0)
    from unnest(${wanted}::bigint[]) as id on conflict do nothing`.execute(trx);
}

/** Returns the names of integrations (email, SMS) that notify only this user. */
export async function integrationsOnlyFor(
  trx: Tx,
  organizationId: number,
  userId: number,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select i.name from integrations i
    join projects p on p.id = i.project_id
    where p.organization_id = ${organizationId} and i.settings::jsonb -> 'members' = ${JSON.stringify([userId])}::jsonb
    order by i.id`.execute(trx);
  return rows.map((row) => row.name);
}

/** Removes the user from the recipients of every integration. */
export async function leaveIntegrations(trx: Tx, organizationId: number, userId: number): Promise<void> {
  await sql`update integrations i set updated_at = now(), settings = jsonb_set(i.settings::jsonb, '{members}',
      (select coalesce(jsonb_agg(member order by place), '[]') from jsonb_array_elements(i.settings::jsonb -> 'members')
        with ordinality as m (member, place) where member <> to_jsonb(${userId}::bigint)))::json
    from projects p where p.id = i.project_id and p.organization_id = ${organizationId}
      and i.settings::jsonb -> 'members' @> ${JSON.stringify([userId])}::jsonb`.execute(trx);
}
