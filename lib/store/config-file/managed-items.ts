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

/** An item of a file, and the stored item. */
export interface ManagedItem {
  readonly key: string;
  readonly itemId: number;
}

/** Maps the file's keys to these items of one kind, replacing earlier mappings of either. */
export async function keepManagedItems(
  projectId: number,
  kind: ItemKind,
  items: readonly ManagedItem[],
): Promise<void> {
  const keys = items.map(({ key }) => key);
  const ids = items.map(({ itemId }) => itemId);
  await db()
    .transaction()
    .execute(async (trx) => {
      await trx
        .deleteFrom("managed_items")
        .where("project_id", "=", projectId)
        .where("kind", "=", kind)
        .where((where) => where.or([where("key", "in", keys), where("item_id", "in", ids)]))
        .execute();
      const rows = items.map(({ key, itemId }) => ({ project_id: projectId, kind, key, item_id: itemId }));
      await trx.insertInto("managed_items").values(rows).execute();
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
