import { type Selectable, sql } from "kysely";
import { listed, type Slice } from "@/lib/store/core/listed";
import { naturalOrderOf } from "@/lib/store/core/natural-order";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

export type SavedFilterRow = Selectable<Database["saved_filters"]>;
export type NewSavedFilter = Pick<SavedFilterRow, "user_id" | "project_id" | "list" | "name" | "query">;

/** Whose filters, and of which project. */
export interface FilterOwner {
  userId: number;
  projectId: number;
}

export async function selectSavedFilters({ userId, projectId }: FilterOwner, page: Slice) {
  const own = db()
    .selectFrom("saved_filters")
    .where("user_id", "=", userId)
    .where("project_id", "=", projectId);
  return listed(
    own,
    own
      .selectAll()
      .orderBy(sql.raw(naturalOrderOf("name")))
      .orderBy("id"),
    page,
  );
}

/** Saves a filter; one with the same name is replaced. */
export function upsertSavedFilter(trx: Tx, filter: NewSavedFilter): Promise<SavedFilterRow> {
  return trx
    .insertInto("saved_filters")
    .values(filter)
    .onConflict((same) =>
      same.columns(["user_id", "project_id", "list", "name"]).doUpdateSet({ query: filter.query }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function countSavedFilters(trx: Tx, { userId, projectId }: FilterOwner): Promise<number> {
  const { count } = await trx
    .selectFrom("saved_filters")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes a person's filter. Returns whether there was one. */
export async function deleteSavedFilterRow(userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db()
    .deleteFrom("saved_filters")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Replaces a tag in every person's filters of a project. */
export async function replaceTagInFilters(trx: Tx, projectId: number, from: string, to: string) {
  const rows = await trx
    .selectFrom("saved_filters")
    .select(["id", "query"])
    .where("project_id", "=", projectId)
    .where("query", "like", "%tag=%")
    .execute();
  for (const { id, query } of rows) {
    const search = new URLSearchParams(query);
    const tags = (search.get("tag") ?? "").split(",");
    if (!tags.includes(from)) continue;
    search.set("tag", [...new Set(tags.map((tag) => (tag === from ? to : tag)))].join(","));
    await trx
      .updateTable("saved_filters")
      .set({ query: String(search) })
      .where("id", "=", id)
      .execute();
  }
}
