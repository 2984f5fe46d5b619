import { sql } from "kysely";
import { readPrepared } from "@/lib/store/core/connection/statements";
import { db } from "@/lib/store/core/pool";

export type Role = "owner" | "admin" | "member";
export type Access = "none" | "read" | "write";

/** Access that a token or session grants, with its user. */
export interface KeyRow {
  id: number;
  kind: "organization" | "project" | "user";
  name: string;
  organization_id: number;
  project_id: number | null;
  user_id: number | null;
  platform_access: Access;
  uptime_access: Access;
  last_used_at: Date | null;
  /** Where it was used from: IPv4 addresses and IPv6 /64. */
  addresses: string[];
  user_name: string | null;
  role: Role | null;
}

export interface SessionRow {
  id: number;
  user_id: number;
  organization_id: number;
  /** The chosen project while it is accessible, otherwise the oldest accessible one. */
  project_id: number | null;
  name: string;
  role: Role;
  last_seen_at: Date;
}

/** Returns the key with this token hash unless it is revoked or expired. Prepared, because every API call runs it. */
export async function selectLiveKey(tokenHash: Buffer): Promise<KeyRow | null> {
  const rows = await readPrepared<KeyRow>(
    `select k.id, k.kind, k.name, k.organization_id, k.project_id, k.user_id, k.platform_access, k.uptime_access,
        k.last_used_at, k.addresses, u.name as user_name, u.role
      from api_keys k left join users u on u.id = k.user_id
      where k.token_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
    [tokenHash],
  );
  return rows[0] ?? null;
}

export interface RefusedKey {
  readonly id: number;
  readonly name: string;
  readonly organization_id: number;
  readonly is_revoked: boolean;
}

/** Returns the key that had this token, whatever has become of it. */
export async function selectRefusedKey(tokenHash: Buffer): Promise<RefusedKey | null> {
  const rows = await readPrepared<RefusedKey>(
    "select id, name, organization_id, revoked_at is not null as is_revoked from api_keys where token_hash = $1",
    [tokenHash],
  );
  return rows[0] ?? null;
}

export async function touchKey(id: number, at: Date): Promise<void> {
  await db().updateTable("api_keys").set({ last_used_at: at }).where("id", "=", id).execute();
}

const ADDRESSES_KEPT = 50;

/** Adds an address from which a key was used, and drops the oldest above the limit. */
export async function addKeyAddress(id: number, address: string): Promise<void> {
  await sql`
    update api_keys set addresses = (addresses || ${address}::text)[greatest(1, cardinality(addresses) + 2 - ${ADDRESSES_KEPT}::int):]
    where id = ${id} and not addresses @> array[${address}::text]`.execute(db());
}

/** Selects the session (`SessionRow`) with the token hash `$1`, unless its absolute time is over or it was last used before `$2`. */
export const LIVE_SESSION = `
  select s.id, s.user_id, u.organization_id, u.name, u.role, s.last_seen_at,
    (select p.id from projects p where p.organization_id = u.organization_id and p.deleted_at is null
      and (u.role <> 'member' or exists (select 1 from project_members m where m.project_id = p.id and m.user_id = u.id))
      order by p.id <> coalesce(s.project_id, 0), p.id limit 1) as project_id
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and s.expires_at > now() and s.last_seen_at > $2`;

/** Returns the session with this token hash unless its absolute or idle time is over. */
export async function selectLiveSession(tokenHash: Buffer, idleSince: Date): Promise<SessionRow | null> {
  const rows = await readPrepared<SessionRow>(LIVE_SESSION, [tokenHash, idleSince]);
  return rows[0] ?? null;
}

export async function touchSession(id: number, at: Date): Promise<void> {
  await db().updateTable("sessions").set({ last_seen_at: at }).where("id", "=", id).execute();
}

export interface ReachQuery {
  organizationId: number;
  /** Limits the projects to those of a member; null means the whole organization. */
  memberId: number | null;
}

// Members can access the projects that list them. Owners, admins, and organization keys can access all projects.
const REACHED = `from projects p where p.organization_id = $1 and p.deleted_at is null
  and ($2::bigint is null or exists (select 1 from project_members m where m.project_id = p.id and m.user_id = $2))`;

/** Returns IDs of reachable projects by ID or slug; null where nothing matches. */
export async function resolveProjects(
  reach: ReachQuery,
  names: readonly { id: number | null; slug: string | null }[],
): Promise<(number | null)[]> {
  const ids = names.map((name) => name.id);
  const slugs = names.map((name) => name.slug);
  const rows = await readPrepared<{ id: number; slug: string }>(
    `select p.id, p.slug ${REACHED} and (p.id = any ($3::bigint[]) or p.slug = any ($4::text[]))`,
    [reach.organizationId, reach.memberId, ids, slugs],
  );
  return names.map((name) => rows.find((row) => row.id === name.id || row.slug === name.slug)?.id ?? null);
}

/** Returns the oldest accessible projects, just enough to distinguish none, one, and several. */
export async function firstProjects(reach: ReachQuery, limit: number): Promise<number[]> {
  const rows = await readPrepared<{ id: number }>(`select p.id ${REACHED} order by p.id limit $3`, [
    reach.organizationId,
    reach.memberId,
    limit,
  ]);
  return rows.map((row) => row.id);
}
