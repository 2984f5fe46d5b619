import type { ItemKind } from "@/lib/contract/config-file/config-file";
import type { ImportedItem, ImportResult } from "@/lib/contract/config-file/imports";
import { number } from "@/lib/presenters/core/format";

type Action = ImportedItem["action"];

export const KIND_WORDS: Readonly<Record<ItemKind, string>> = {
  integrations: "integration",
  monitors: "monitor",
  status_pages: "status page",
  maintenance_windows: "maintenance window",
  alert_rules: "alert rule",
};

const WORDS: Readonly<Record<Action, readonly [before: string, after: string]>> = {
  create: ["will be created", "created"],
  update: ["will be updated", "updated"],
  unchanged: ["unchanged", "unchanged"],
  delete: ["will be deleted", "deleted"],
  left: ["not in the file, kept", "not in the file, kept"],
};

/** Returns the words for an item's import, before or after it. */
export function actionWord(action: Action, applied: boolean): string {
  return WORDS[action][applied ? 1 : 0];
}

/** Counts the results of an import: `2 created, 1 unchanged, 3 skipped.` */
export function importSummary({ items, skipped, applied }: ImportResult): string {
  const counts = (Object.keys(WORDS) as Action[]).flatMap((action) => {
    const count = items.filter((item) => item.action === action).length;
    return count > 0 ? [`${number(count)} ${actionWord(action, applied)}`] : [];
  });
  if (skipped.length > 0) counts.push(`${number(skipped.length)} skipped`);
  return counts.length > 0 ? `${counts.join(", ")}.` : "The file has nothing to import.";
}
