import { type Selectable, type SelectQueryBuilder, sql } from "kysely";
import type { ReachQuery } from "@/lib/store/accounts/credentials";
import { readPrepared } from "@/lib/store/core/connection/statements";
import { type Found, listed, type Slice } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

export type ProjectRow = Omit<
  Selectable<Database["projects"]>,
  "incident_prefix" | "monitor_defaults" | "muted" | "demo_filled_at" | "deleted_at"
> & {
  members: number[];
};

/** Projects that a caller can reach; a project key reaches only its own project. */
export type ProjectReach = ReachQuery & { projectId: number | null };

type Reachable = SelectQueryBuilder<Database, "projects", object>;

function reachable(trx: Tx | undefined, reach: ProjectReach): Reachable {
  let query = (trx ?? db())
    .selectFrom("projects")
    .where("organization_id", "=", reach.organizationId)
    .where("deleted_at", "is", null);
  if (reach.projectId !== null) query = query.where("projects.id", "=", reach.projectId);
  const { memberId } = reach;
  if (memberId === null) return query;
  return query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom("project_members")
        .select("user_id")
        .whereRef("project_id", "=", "projects.id")
        .where("user_id", "=", memberId),
    ),
  );
}

function columns(query: Reachable) {
  return query
    .select([
      "id",
      "organization_id",
      "name",
      "slug",
      "use_incident_ai",
      "use_incident_merging",
      "incident_merging_time_window",
      "is_demo",
      "created_at",
      "updated_at",
    ])
    .select(
      sql<number[]>`coalesce((select json_agg(m.user_id order by m.position, m.user_id) from project_members m
        where m.project_id = projects.id), '[]')`.as("members"),
    );
}

export async function selectProjects(reach: ProjectReach, page: Slice): Promise<Found<ProjectRow>> {
  const query = reachable(undefined, reach);
  return listed(query, columns(query).orderBy("id", "desc"), page);
}

export async function selectProject(reach: ProjectReach, id: number, trx?: Tx): Promise<ProjectRow | null> {
  if (!trx) return selectOne(reach, id);
  return (await columns(reachable(trx, reach).where("id", "=", id)).executeTakeFirst()) ?? null;
}

/** Reads a project outside a transaction as a prepared statement, because it's the API's most frequent read. */
async function selectOne(reach: ProjectReach, id: number): Promise<ProjectRow | null> {
  const rows = await readPrepared<ProjectRow>(
    `select id, organization_id, name, slug, use_incident_ai, use_incident_merging, incident_merging_time_window,
        is_demo, created_at, updated_at, coalesce((select json_agg(m.user_id order by m.position, m.user_id) from project_members m
          where m.project_id = projects.id), '[]') as members
      from projects where organization_id = $1 and id = $2 and deleted_at is null and ($3::bigint is null or id = $3)
        and ($4::bigint is null or exists (select 1 from project_members m where m.project_id = projects.id and m.user_id = $4))`,
    [reach.organizationId, id, reach.projectId, reach.memberId],
  );
  return rows[0] ?? null;
}

/** Returns the project's defaults for fields that new monitors leave out; null without any. */
export async function selectMonitorDefaults(projectId: number): Promise<object | null> {
  const query = db().selectFrom("projects").select("monitor_defaults").where("id", "=", projectId);
  return ((await query.executeTakeFirst())?.monitor_defaults ?? null) as object | null;
}

/** Changes some of the defaults, and keeps those that someone else changes at the same time. */
export async function mergeMonitorDefaults(trx: Tx, projectId: number, change: object): Promise<void> {
  await sql`update projects set monitor_defaults = coalesce(monitor_defaults, '{}') || ${JSON.stringify(change)}::jsonb
    where id = ${projectId}`.execute(trx);
}

/** Returns the organization of a project that isn't deleted. */
export async function organizationOfProject(projectId: number): Promise<number> {
  const row = await db()
    .selectFrom("projects")
    .select("organization_id")
    .where("id", "=", projectId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return row.organization_id;
}

/** Serializes the creation of slugs per organization. */
export async function lockOrganization(trx: Tx, organizationId: number): Promise<void> {
  await trx
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", organizationId)
    .forNoKeyUpdate()
    .execute();
}

/** Returns `slug`, or the first of `slug-2`, `slug-3` … that is free in the organization. */
export async function freeSlug(trx: Tx, organizationId: number, slug: string): Promise<string> {
  const rows = await trx
    .selectFrom("projects")
    .select("slug")
    .where("organization_id", "=", organizationId)
    .where("deleted_at", "is", null)
    .where((where) => where.or([where("slug", "=", slug), where("slug", "like", `${slug}-%`)]))
    .execute();
  const taken = new Set(rows.map((row) => row.slug));
  let candidate = slug;
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${slug}-${number}`;
  return candidate;
}

export interface NewProject {
  organizationId: number;
  name: string;
  slug: string;
  incidentPrefix: string;
  isDemo: boolean;
}

export async function insertProject(trx: Tx, project: NewProject): Promise<number> {
  const { id } = await trx
    .insertInto("projects")
    .values({
      organization_id: project.organizationId,
      name: project.name,
      slug: project.slug,
      incident_prefix: project.incidentPrefix,
      // No demo notifies anyone.
      is_demo: project.isDemo,
      muted: project.isDemo,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export interface ProjectChange {
  name?: string;
  use_incident_ai?: boolean;
  use_incident_merging?: boolean;
  incident_merging_time_window?: number;
  /** JSON. */
  monitor_defaults?: string;
}

export async function updateProjectRow(trx: Tx, id: number, change: ProjectChange): Promise<void> {
  await trx
    .updateTable("projects")
    .set({ ...change, updated_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

/** Replaces the members, in this order. */
export async function replaceMembers(trx: Tx, projectId: number, userIds: readonly number[]): Promise<void> {
  await trx.deleteFrom("project_members").where("project_id", "=", projectId).execute();
  await trx
    .insertInto("project_members")
    .values(userIds.map((user_id, position) => ({ project_id: projectId, user_id, position })))
    .execute();
}

export async function knownIds(
  trx: Tx,
  table: "users" | "projects",
  organizationId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await trx
    .selectFrom(table)
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "in", [...ids])
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Returns the organization's demo project; null without one. */
export async function selectDemoProjectId(organizationId: number): Promise<number | null> {
  const row = await db()
    .selectFrom("projects")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("is_demo", "=", true)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function isDemoProject(projectId: number): Promise<boolean> {
  const row = await db()
    .selectFrom("projects")
    .select("is_demo")
    .where("id", "=", projectId)
    .executeTakeFirst();
  return row?.is_demo ?? false;
}
