import { sql } from "kysely";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

export type PageFile = Database["status_page_files"];
type Kind = PageFile["kind"];
type ByKind = Partial<Record<Kind, string>>;

/** Returns which images a page has, with the ETag of each. */
export async function selectFileKinds(pageId: number): Promise<ByKind> {
  return (await selectFileKindsOf([pageId])).get(pageId) ?? {};
}

export async function selectFileKindsOf(pageIds: readonly number[]): Promise<Map<number, ByKind>> {
  return byPage(
    await found(pageIds).select(["status_page_id", "kind", "etag"]).execute(),
    ({ etag }) => etag,
  );
}

/** Returns the images of pages as data URLs. */
export async function selectFilesOf(pageIds: readonly number[]): Promise<Map<number, ByKind>> {
  return byPage(
    await found(pageIds).selectAll().execute(),
    ({ content_type: type, content }) => `data:${type};base64,${content.toString("base64")}`,
  );
}

const found = (pageIds: readonly number[]) =>
  db()
    .selectFrom("status_page_files")
    .where("status_page_id", "=", sql<number>`any (${sql.val([...pageIds])}::bigint[])`);

function byPage<Row extends Pick<PageFile, "status_page_id" | "kind">>(
  rows: readonly Row[],
  text: (row: Row) => string,
): Map<number, ByKind> {
  const files = new Map<number, ByKind>();
  for (const row of rows)
    files.set(row.status_page_id, { ...files.get(row.status_page_id), [row.kind]: text(row) });
  return files;
}

/** Returns an image of a page; null when it has none whose ETag starts with `version`. */
export async function selectFile(pageId: number, kind: Kind, version = ""): Promise<PageFile | null> {
  const row = await db()
    .selectFrom("status_page_files")
    .selectAll()
    .where("status_page_id", "=", pageId)
    .where("kind", "=", kind)
    .where((where) => where(where.fn<boolean>("starts_with", ["etag", where.val(version)]), "=", true))
    .executeTakeFirst();
  return row ?? null;
}

export async function replaceFile(trx: Tx, file: PageFile): Promise<void> {
  const { content, content_type, etag } = file;
  await trx
    .insertInto("status_page_files")
    .values(file)
    .onConflict((conflict) =>
      conflict.columns(["status_page_id", "kind"]).doUpdateSet({ content, content_type, etag }),
    )
    .execute();
}

export async function deleteFile(trx: Tx, pageId: number, kind: Kind): Promise<void> {
  await trx
    .deleteFrom("status_page_files")
    .where("status_page_id", "=", pageId)
    .where("kind", "=", kind)
    .execute();
}
