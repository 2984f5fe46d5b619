import type { ConfigFile } from "@/lib/contract/config-file/config-file";
import { conflict } from "@/lib/contract/core/errors";
import { selectProjectSlug } from "@/lib/store/projects/slug";
import { type Caller, projectOf, requirePermission } from "../core/caller";
import { PAGE_SECRETS } from "./page-secrets";
import { settingsWithoutSecrets, uniqueReferences, withoutSecrets } from "./references";
import { readStored, type StoredItem } from "./stored";

/**
 * Returns a project's configuration in the form that `apply` reads, with every secret a `${REFERENCE}` of its own. Applying it
 * again changes nothing.
 */
export async function exportConfig(caller: Caller, project: string): Promise<ConfigFile> {
  const { items, unreadable } = await readStored(caller);
  // A file without their headers would apply elsewhere, and check something else.
  if (unreadable.length > 0)
    throw conflict(
      `The secrets of ${unreadable.join(", ")} can't be decrypted with this APP_SECRET, so the configuration can't be exported. Enter the requests of these monitors again.`,
    );
  const referTo = uniqueReferences();
  return {
    version: 1,
    project,
    integrations: keyed(items.integrations, (item) => ({
      ...item.fields,
      settings: settingsWithoutSecrets(item.key, item.fields, referTo),
    })),
    monitors: keyed(items.monitors, (item) => ({
      ...item.fields,
      request: withoutSecrets(item.key, item.fields.request as Record<string, unknown>, referTo),
    })),
    status_pages: keyed(items.status_pages, (item) => {
      const page = { ...item.fields };
      for (const secret of PAGE_SECRETS) if (secret in page) page[secret] = referTo(item.key, secret);
      return page;
    }),
    maintenance_windows: keyed(items.maintenance_windows, (item) => item.fields),
    alert_rules: keyed(items.alert_rules, (item) => item.fields),
  };
}

/** Returns the configuration of the caller's project. */
export async function exportOwnProject(caller: Caller): Promise<ConfigFile> {
  requirePermission(caller, "uptime:read");
  const project = await selectProjectSlug(projectOf(caller));
  return exportConfig(caller, project);
}

function keyed(
  items: readonly StoredItem[],
  toFile: (item: StoredItem) => Record<string, unknown>,
): Record<string, Record<string, unknown>> {
  return Object.fromEntries(items.map((item) => [item.key, toFile(item)]));
}
