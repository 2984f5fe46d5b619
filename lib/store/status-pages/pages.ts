import type { Selectable, Updateable } from "kysely";
import { sql } from "kysely";
import { type Found, listed, type Slice } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import { knownIdsOf, rowsOf } from "@/lib/store/core/project-rows";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

export type StatusPageRow = Selectable<Database["status_pages"]>;
/** Columns to write; `undefined` ones keep their value. */
export type StatusPageChange = Updateable<Database["status_pages"]>;

/** Returns one page of a project's status pages, newest first, and the number of matches. */
export async function selectStatusPages(
  projectId: number,
  { tags, search }: { tags: readonly string[]; search: string },
  page: Slice,
): Promise<Found<StatusPageRow>> {
  let query = db().selectFrom("status_pages").where("project_id", "=", projectId);
  if (tags.length > 0) query = query.where(sql<boolean>`tags && ${sql.val([...tags])}::text[]`);
  if (search !== "") {
    const shown = sql<string>`lower(concat_ws(' ', name, title, subdomain, domain))`;
    query = query.where(sql<boolean>`strpos(${shown}, ${search.toLowerCase()}) > 0`);
  }
  return listed(query, query.selectAll().orderBy("id", "desc"), page);
}

export const {
  select: selectStatusPage,
  after: selectPagesAfter,
  insert: insertStatusPage,
  lock: lockStatusPage,
  update: updateStatusPageRow,
  remove: deleteStatusPageRow,
} = rowsOf("status_pages");

export const knownPageIds = knownIdsOf("status_pages");

/** Returns every page of a project, for pre-rendering. */
export function selectPagesOfProject(projectId: number): Promise<StatusPageRow[]> {
  return db()
    .selectFrom("status_pages")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("id")
    .execute();
}

/** Returns a page by its subdomain, whatever its project. */
export async function selectPageBySubdomain(subdomain: string): Promise<StatusPageRow | null> {
  const row = await db()
    .selectFrom("status_pages")
    .selectAll()
    .where("subdomain", "=", subdomain)
    .executeTakeFirst();
  return row ?? null;
}

export async function selectPageById(pageId: number): Promise<StatusPageRow | null> {
  const row = await db().selectFrom("status_pages").selectAll().where("id", "=", pageId).executeTakeFirst();
  return row ?? null;
}

/** Returns which of the two unique names another page has; `exceptId` is the page itself. */
export async function takenName(
  trx: Tx,
  names: { subdomain?: string; domain?: string | null },
  exceptId: number,
): Promise<"subdomain" | "domain" | null> {
  const { subdomain = null, domain = null } = names;
  const row = await trx
    .selectFrom("status_pages")
    .select(["subdomain"])
    .where((where) =>
      where.or([where("subdomain", "=", subdomain ?? ""), where("domain", "=", domain ?? "")]),
    )
    .where("id", "<>", exceptId)
    .orderBy(sql`subdomain = ${subdomain ?? ""}`, "desc")
    .executeTakeFirst();
  if (!row) return null;
  return row.subdomain === subdomain ? "subdomain" : "domain";
}

/** Stores the addresses that a project's pages are shown at, by the pages' IDs, and when they changed. The first isn't a change. */
export async function storeShownUrls(
  projectId: number,
  urls: ReadonlyMap<number, string>,
  at: Date,
): Promise<void> {
  await sql`
    update status_pages set shown_url = new.url, shown_url_changed_at = case when shown_url is not null then ${at}::timestamptz end
    from unnest(${[...urls.keys()]}::bigint[], ${[...urls.values()]}::text[]) as new (id, url)
    where project_id = ${projectId} and status_pages.id = new.id`.execute(db());
}

export async function selectProjectsWithPages(): Promise<number[]> {
  const rows = await db().selectFrom("status_pages").select("project_id").distinct().execute();
  return rows.map((row) => row.project_id);
}

/** Returns the subdomain of a page without access rules that shows a monitor; null without one. */
export async function selectPublicPageOf(monitorId: number): Promise<string | null> {
  const { rows } = await sql<{ subdomain: string }>`
    select subdomain from status_pages
    where access_ips is null and access_token is null and access_password is null
      and jsonb_path_exists(components, '$.**.componentable_id ? (@ == $id)', jsonb_build_object('id', ${monitorId}::bigint))
    order by id limit 1`.execute(db());
  return rows[0]?.subdomain ?? null;
}
