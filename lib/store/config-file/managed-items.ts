import type { ItemKind } from "@/lib/contract/config-file/config-file";
import { db } from "@/lib/store/core/pool";

/** Returns the file keys of a project's managed items, by kind and ID. */
export function selectManagedItems(projectId: number) {
  return db()
    .selectFrom("managed_items")
    .select(["kind", "key", "item_id"])
    .where("project_id", "=", projectId)
    .execute();
}

/** Maps the file's key to this item, replacing earlier mappings of either. */
export async function keepManagedItem(
  projectId: number,
  kind: ItemKind,
  key: string,
  itemId: number,
): Promise<void> {
  await db()
    .transaction()
    .execute(async (trx) => {
      await trx
        .deleteFrom("managed_items")
        .where("project_id", "=", projectId)
        .where("kind", "=", kind)
        .where((where) => where.or([where("key", "=", key), where("item_id", "=", itemId)]))
        .execute();
      await trx
        .insertInto("managed_items")
        .values({ project_id: projectId, kind, key, item_id: itemId })
        .execute();
    });
}

export async function forgetManagedItem(projectId: number, kind: ItemKind, key: string): Promise<void> {
  await db()
    .deleteFrom("managed_items")
    .where("project_id", "=", projectId)
    .where("kind", "=", kind)
    .where("key", "=", key)
    .execute();
}

/** Returns the stored digests of a page's token and password, to compare them with the file's. */
export function selectPageSecrets(projectId: number, pageId: number) {
  return db()
    .selectFrom("status_pages")
    .select(["access_token", "access_password"])
    .where("project_id", "=", projectId)
    .where("id", "=", pageId)
    .executeTakeFirst();
}
