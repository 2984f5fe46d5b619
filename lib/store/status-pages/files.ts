import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import type { StatusPageFilesTable } from "@/lib/store/schema/tables";

export type PageFile = StatusPageFilesTable;
type Kind = PageFile["kind"];

/** Returns which images a page has, with the ETag of each. */
export async function selectFileKinds(pageId: number): Promise<Partial<Record<Kind, string>>> {
  return (await selectFileKindsOf([pageId])).get(pageId) ?? {};
}

export async function selectFileKindsOf(
  pageIds: readonly number[],
): Promise<Map<number, Partial<Record<Kind, string>>>> {
  const found = new Map<number, Partial<Record<Kind, string>>>();
  if (pageIds.length === 0) return found;
  const rows = await db()
    .selectFrom("status_page_files")
    .select(["status_page_id", "kind", "etag"])
    .where("status_page_id", "in", [...pageIds])
    .execute();
  for (const row of rows)
    found.set(row.status_page_id, { ...found.get(row.status_page_id), [row.kind]: row.etag });
  return found;
}

/** Returns the images of pages as data URLs. */
export async function selectFilesOf(
  pageIds: readonly number[],
): Promise<Map<number, Partial<Record<Kind, string>>>> {
  const found = new Map<number, Partial<Record<Kind, string>>>();
  if (pageIds.length === 0) return found;
  const rows = await db()
    .selectFrom("status_page_files")
    .selectAll()
    .where("status_page_id", "in", [...pageIds])
    .execute();
  for (const { status_page_id: id, kind, content, content_type } of rows)
    found.set(id, { ...found.get(id), [kind]: `data:${content_type};base64,${content.toString("base64")}` });
  return found;
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
