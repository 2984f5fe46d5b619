import { LIVE_SESSION, type Role, type SessionRow } from "@/lib/store/accounts/credentials";
import type { OrganizationRow } from "@/lib/store/accounts/organizations";
import { readPrepared } from "@/lib/store/core/connection/statements";
import { NAMED_REGIONS } from "@/lib/store/runners/runners";

const PROJECTS_MAX = 1000;

/** Facts about the signed-in person that every page of the dashboard needs. */
export interface ViewerRow {
  user: { id: number; name: string; email: string; role: Role };
  organization: OrganizationRow;
  /** The accessible ones, oldest first. */
  projects: { id: number; name: string; slug: string; is_demo: boolean }[];
  named_regions: string[];
}

const selectWith = (column: string) => `
  select ${column}, json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'role', u.role) as "user",
  json_build_object('id', o.id, 'name', o.name, 'plan', o.plan) as organization, array(${NAMED_REGIONS}) as named_regions,
  (select coalesce(json_agg(newest order by id), '[]') from (
    select p.id, p.name, p.slug, p.is_demo from projects p
    where p.organization_id = o.id and p.deleted_at is null and (u.role <> 'member'
      or exists (select 1 from project_members m where m.project_id = p.id and m.user_id = u.id))
    order by p.id desc limit ${PROJECTS_MAX}) newest) as projects`;

const OF_PERSON = `
  ${selectWith("u.id")} from users u join organizations o on o.id = u.organization_id
  where u.organization_id = $1 and u.id = $2`;

const OF_SESSION = `
  ${selectWith("live.*")}
  from (${LIVE_SESSION}) live join users u on u.id = live.user_id join organizations o on o.id = u.organization_id`;

/** Returns a person with their organization and projects, and the regions that may be named; null when the person is gone. */
export async function selectViewer(organizationId: number, userId: number): Promise<ViewerRow | null> {
  const rows = await readPrepared<ViewerRow>(OF_PERSON, [organizationId, userId]);
  return rows[0] ?? null;
}

/** Returns a session, as `selectLiveSession` does, with its viewer, because a page needs both. */
export async function selectSessionViewer(
  tokenHash: Buffer,
  idleSince: Date,
): Promise<(SessionRow & ViewerRow) | null> {
  const rows = await readPrepared<SessionRow & ViewerRow>(OF_SESSION, [tokenHash, idleSince]);
  return rows[0] ?? null;
}
