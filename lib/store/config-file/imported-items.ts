import type { ItemKind } from "@/lib/contract/config-file/config-file";
import { db } from "@/lib/store/core/pool";

export interface ImportedRow {
  readonly kind: string;
  readonly ref: string;
  readonly item_id: number;
}

/** Returns what was imported from a source, by kind and reference. */
export function selectImportedItems(projectId: number, source: string): Promise<ImportedRow[]> {
  return db()
    .selectFrom("imported_items")
    .select(["kind", "ref", "item_id"])
    .where("project_id", "=", projectId)
    .where("source", "=", source)
    .execute();
}

/** Records that this item came from there. */
export async function keepImportedItem(
  projectId: number,
  source: string,
  kind: ItemKind,
  ref: string,
  itemId: number,
): Promise<void> {
  await db()
    .insertInto("imported_items")
    .values({ project_id: projectId, source, kind, ref, item_id: itemId })
    .onConflict((conflict) =>
      conflict.columns(["project_id", "source", "kind", "ref"]).doUpdateSet({ item_id: itemId }),
    )
    .execute();
}
