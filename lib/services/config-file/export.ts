import type { ConfigFile } from "@/lib/contract/config-file/config-file";
import type { Caller } from "../core/caller";
import { PAGE_SECRETS } from "./page-secrets";
import { reference, withoutSecrets } from "./references";
import { readStored, type StoredItem } from "./stored";

/**
 * Returns a project's configuration in the form that `apply` reads, with every secret a `${REFERENCE}`. Applying it again
 * changes nothing.
 */
export async function exportConfig(caller: Caller, project: string): Promise<ConfigFile> {
  const { items } = await readStored(caller);
  return {
    version: 1,
    project,
    monitors: keyed(items.monitors, (item) => ({
      ...item.fields,
      request: withoutSecrets(item.key, item.fields.request as Record<string, unknown>),
    })),
    status_pages: keyed(items.status_pages, (item) => {
      const page = { ...item.fields };
      for (const secret of PAGE_SECRETS) if (secret in page) page[secret] = reference(item.key, secret);
      return page;
    }),
    alert_rules: keyed(items.alert_rules, (item) => item.fields),
  };
}

function keyed(
  items: readonly StoredItem[],
  toFile: (item: StoredItem) => Record<string, unknown>,
): Record<string, Record<string, unknown>> {
  return Object.fromEntries(items.map((item) => [item.key, toFile(item)]));
}
