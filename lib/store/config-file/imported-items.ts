import type { ItemKind } from "@/lib/contract/config-file/config-file";
import { db } from "@/lib/store/core/pool";

export interface ImportedRow {
  readonly kind: string;
  readonly ref: string;
  readonly item_id: number;
}

/** Returns the items imported from a source, by kind and reference. */
export function selectImportedItems(projectId: number, source: string): Promise<ImportedRow[]> {
  return db()
    .selectFrom("imported_items")
    .select(["kind", "ref", "item_id"])
    .where("project_id", "=", projectId)
    .where("source", "=", source)
    .execute();
}

/** Records that these items came from there. */
export async function keepImportedItems(
  projectId: number,
  source: string,
  items: readonly { readonly kind: ItemKind; readonly ref: string; readonly id: number }[],
): Promise<void> {
  if (items.length === 0) return;
  // The last of several items with the same reference counts.
  const unique = new Map(items.map((item) => [`${item.kind} ${item.ref}`, item]));
  const rows = [...unique.values()].map(({ kind, ref, id }) => ({
    ...{ project_id: projectId, source },
    ...{ kind, ref, item_id: id },
  }));
  await db()
    .insertInto("imported_items")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["project_id", "source", "kind", "ref"])
        .doUpdateSet({ item_id: (row) => row.ref("excluded.item_id") }),
    )
    .execute();
}
