import type { ItemKind } from "@/lib/contract/config-file/config-file";
import { COMING_WINDOWS, type MaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { selectProjectIntegrations } from "@/lib/store/alerting/integrations";
import { selectManagedItems } from "@/lib/store/config-file/managed-items";
import { selectRecurrenceIds } from "@/lib/store/maintenance/windows";
import { selectFilesOf } from "@/lib/store/status-pages/files";
import { listAlertRules } from "../alerting/alert-rules";
import { type Caller, projectOf } from "../core/caller";
import type { Listed, Page } from "../core/page";
import { listMaintenanceWindows } from "../maintenance/windows";
import { listMonitors } from "../monitors/monitors";
import { listStatusPages } from "../status-pages/pages";
import { keysOf, type Managed } from "./keys";
import { integrationFields, monitorFields, pageFields, ruleFields, windowFields } from "./stored-fields";

const BATCH = 500;

/** An item as the file writes it, with decrypted secrets where the store has them. */
export interface StoredItem {
  readonly id: number;
  readonly key: string;
  readonly managed: boolean;
  readonly fields: Record<string, unknown>;
}
export interface Stored {
  readonly items: Record<ItemKind, StoredItem[]>;
  /** The names of monitors whose secrets can't be decrypted, so that their fields lack them. */
  readonly unreadable: string[];
}

/** Returns everything in a project that a file can contain. */
export async function readStored(caller: Caller): Promise<Stored> {
  const projectId = projectOf(caller);
  const [rows, integrations, monitors, rules, pages, coming] = await Promise.all([
    selectManagedItems(projectId),
    selectProjectIntegrations(projectId),
    all((page) => listMonitors(caller, {}, page)),
    all((page) => listAlertRules(caller, {}, page)),
    all((page) => listStatusPages(caller, {}, page)),
    all((page) => listMaintenanceWindows(caller, COMING_WINDOWS, page)),
  ]);
  const images = await selectFilesOf(pages.map(({ id }) => id));
  const windows = firstOfEach(coming);
  const managed = await withNextWindows(rows, windows);
  const listing = new Listing(managed);
  const names = new Map(integrations.map(({ id, name }) => [id, name]));
  const integrationKey = listing.keysOf("integrations", integrations, (one) => one.name);
  const monitorKey = listing.keysOf("monitors", monitors, (one) => one.name);
  const pageKey = listing.keysOf("status_pages", pages, (one) => one.subdomain);
  return {
    unreadable: monitors.filter((one) => one.request_unreadable).map(({ name }) => name),
    items: {
      integrations: listing.items("integrations", integrations, (one) => one.name, integrationFields),
      monitors: listing.items("monitors", monitors, (one) => one.name, monitorFields),
      status_pages: listing.items(
        "status_pages",
        pages,
        (one) => one.subdomain,
        (one) => pageFields(one, monitorKey, images.get(one.id) ?? {}),
      ),
      maintenance_windows: listing.items(
        "maintenance_windows",
        windows,
        (one) => one.title,
        (one) => windowFields(one, monitorKey, pageKey),
      ),
      // Without rules that use another project's integration.
      alert_rules: listing.items(
        "alert_rules",
        rules.filter((rule) => names.has(rule.integration_id)),
        (rule) => `${rule.event.replace(/^uptime\./, "")} ${names.get(rule.integration_id) ?? ""}`,
        (rule) => ruleFields(rule, integrationKey, monitorKey),
      ),
    },
  };
}

async function all<Item>(list: (page: Page) => Promise<Listed<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const { items: some, total } = await list({ limit: BATCH, offset: items.length });
    items.push(...some);
    if (some.length === 0 || items.length >= total) return items;
  }
}

/** Returns each recurrence once, with the window that is in progress or next. */
function firstOfEach(coming: readonly MaintenanceWindow[]): MaintenanceWindow[] {
  const seen = new Set<number>();
  return coming.filter(({ recurrence_id: recurrence }) => {
    if (recurrence === null) return true;
    const isNew = !seen.has(recurrence);
    seen.add(recurrence);
    return isNew;
  });
}

/** A file's key for a recurring window stays with the recurrence: it moves to the window that comes next. */
async function withNextWindows(
  managed: readonly Managed[],
  windows: readonly MaintenanceWindow[],
): Promise<Managed[]> {
  const own = managed.filter(({ kind }) => kind === "maintenance_windows");
  const recurrenceOf = await selectRecurrenceIds(own.map(({ item_id }) => item_id));
  const next = new Map(windows.map(({ id, recurrence_id }) => [recurrence_id, id]));
  return managed.map((one) => {
    const recurrence = one.kind === "maintenance_windows" ? recurrenceOf.get(one.item_id) : undefined;
    return recurrence === undefined ? one : { ...one, item_id: next.get(recurrence) ?? one.item_id };
  });
}

class Listing {
  constructor(private readonly managed: readonly Managed[]) {}

  /** Returns a function that gives the key of an item by its ID. */
  keysOf<Item extends { id: number }>(
    kind: ItemKind,
    list: readonly Item[],
    nameOf: (item: Item) => string,
  ): (id: number) => string {
    const named = list.map((item) => ({ id: item.id, name: nameOf(item) }));
    const keys = keysOf(kind, named, this.managed);
    return (id) => keys.get(id) ?? String(id);
  }

  /** Returns the items of a kind, oldest first. */
  items<Item extends { id: number }>(
    kind: ItemKind,
    list: readonly Item[],
    nameOf: (item: Item) => string,
    fieldsOf: (item: Item) => Record<string, unknown>,
  ): StoredItem[] {
    const keyOf = this.keysOf(kind, list, nameOf);
    const managedIds = new Set(this.managed.filter((one) => one.kind === kind).map((one) => one.item_id));
    const items = list.map((item) => ({
      id: item.id,
      key: keyOf(item.id),
      managed: managedIds.has(item.id),
      fields: fieldsOf(item),
    }));
    return items.sort((a, b) => a.id - b.id);
  }
}
