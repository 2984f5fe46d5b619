import type { ItemKind } from "@/lib/contract/config-file/config-file";
import { db } from "@/lib/store/core/pool";

/** Keys of a project's managed items by kind and id. */
export function selectManagedItems(projectId: number) {
  return db()
    .selectFrom("managed_items")
    .select(["kind", "key", "item_id"])
    .where("project_id", "=", projectId)
    .execute();
}

/** From now on the file's key means this item; whatever either meant before is forgotten. */
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

/** What the file may name: the integrations of a project. */
export function selectIntegrationNames(projectId: number) {
  return db()
    .selectFrom("integrations")
    .select(["id", "name", "app"])
    .where("project_id", "=", projectId)
    .where("is_fallback", "=", false)
    .orderBy("id")
    .execute();
}

/** The stored digests of a page's token and password, to see whether a file's secret is the one in force. */
export function selectPageSecrets(projectId: number, pageId: number) {
  return db()
    .selectFrom("status_pages")
    .select(["access_token", "access_password"])
    .where("project_id", "=", projectId)
    .where("id", "=", pageId)
    .executeTakeFirst();
}
