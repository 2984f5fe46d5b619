import type { ItemKind } from "@/lib/contract/config-file/config-file";
import { COMING_WINDOWS, type MaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { Turns } from "@/lib/shared/turns";
import { selectProjectIntegrations } from "@/lib/store/alerting/integrations";
import { selectManagedItems } from "@/lib/store/config-file/managed-items";
import { selectMonitorNames, selectPageNames } from "@/lib/store/config-file/names";
import { selectRecurrenceIds } from "@/lib/store/maintenance/windows";
import { selectConfigured } from "@/lib/store/monitors/monitors";
import { selectFilesOf } from "@/lib/store/status-pages/files";
import { listAlertRules } from "../alerting/alert-rules";
import { type Caller, projectOf, requirePermission } from "../core/caller";
import type { Listed, Page } from "../core/page";
import { listMaintenanceWindows } from "../maintenance/windows";
import { toConfigured } from "../monitors/wire";
import { statusPagesAfter } from "../status-pages/pages";
import { inBatches } from "./batches";
import { keysOf, type Managed, type Named } from "./keys";
import { integrationFields, monitorFields, pageFields, ruleFields, windowFields } from "./stored-fields";

const BATCH = 200;
/** A page can have four images and hundreds of components. */
const PAGE_BATCH = 10;

/** An item as the file writes it, with decrypted secrets where the store has them. */
export interface StoredItem {
  readonly id: number;
  readonly key: string;
  readonly managed: boolean;
  readonly fields: Record<string, unknown>;
}
export interface Stored {
  readonly items: Record<ItemKind, StoredItem[]>;
}
export type StoredItems = AsyncGenerator<readonly [ItemKind, StoredItem]>;

/** Returns everything in a project that a file can contain. */
export async function readStored(caller: Caller): Promise<Stored> {
  const items: Stored["items"] = {
    integrations: [],
    monitors: [],
    status_pages: [],
    maintenance_windows: [],
    alert_rules: [],
  };
  for await (const [kind, item] of await openStored(caller)) items[kind].push(item);
  return { items };
}

/**
 * Reads what items refer to each other by. Returns a generator of the items in the order of the file, oldest first, that reads
 * monitors and status pages a few at a time. Those created since are left out.
 */
export async function openStored(caller: Caller): Promise<StoredItems> {
  requirePermission(caller, "uptime:read");
  const projectId = projectOf(caller);
  const [rows, integrations, monitors, pages, rules, coming] = await Promise.all([
    selectManagedItems(projectId),
    selectProjectIntegrations(projectId),
    all(inBatches(BATCH, (...after) => selectMonitorNames(projectId, ...after))),
    all(inBatches(BATCH, (...after) => selectPageNames(projectId, ...after))),
    allListed((page) => listAlertRules(caller, {}, page)),
    allListed((page) => listMaintenanceWindows(caller, COMING_WINDOWS, page)),
  ]);
  const windows = firstOfEach(coming);
  const listing = new Listing(await withNextWindows(projectId, rows, windows));
  const names = new Map(integrations.map(({ id, name }) => [id, name]));
  // Without rules that use another project's integration.
  const ownRules = rules.filter((rule) => names.has(rule.integration_id));
  const ruleName = ({ event, integration_id }: (typeof rules)[number]) =>
    `${event.replace(/^uptime\./, "")} ${names.get(integration_id) ?? ""}`;
  await listing.add("integrations", integrations);
  await listing.add("monitors", monitors);
  await listing.add("status_pages", pages);
  await listing.add(
    "maintenance_windows",
    windows.map(({ id, title }) => ({ id, name: title })),
  );
  await listing.add(
    "alert_rules",
    ownRules.map((rule) => ({ id: rule.id, name: ruleName(rule) })),
  );
  const monitorKey = listing.keyOf("monitors");
  const pageKey = listing.keyOf("status_pages");
  const integrationKey = listing.keyOf("integrations");
  return (async function* () {
    yield* listing.items("integrations", integrations, integrationFields);
    for await (const row of inBatches(BATCH, (...after) => selectConfigured(projectId, ...after)))
      yield* listing.items("monitors", [row], () => monitorFields(toConfigured(row), monitorKey));
    for await (const page of inBatches(PAGE_BATCH, (...after) => statusPagesAfter(projectId, ...after))) {
      const images = await selectFilesOf([page.id]);
      yield* listing.items("status_pages", [page], () =>
        pageFields(page, monitorKey, images.get(page.id) ?? {}),
      );
    }
    yield* listing.items("maintenance_windows", windows, (one) => windowFields(one, monitorKey, pageKey));
    yield* listing.items("alert_rules", ownRules, (rule) => ruleFields(rule, integrationKey, monitorKey));
  })();
}

async function all<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source) items.push(item);
  return items;
}

async function allListed<Item>(list: (page: Page) => Promise<Listed<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const { items: some } = await list({ limit: BATCH, offset: items.length });
    items.push(...some);
    if (some.length < BATCH) return items;
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
  projectId: number,
  managed: readonly Managed[],
  windows: readonly MaintenanceWindow[],
): Promise<Managed[]> {
  const own = managed.filter(({ kind }) => kind === "maintenance_windows");
  const recurrenceOf = await selectRecurrenceIds(
    projectId,
    own.map(({ item_id }) => item_id),
  );
  const next = new Map(windows.map(({ id, recurrence_id }) => [recurrence_id, id]));
  return managed.map((one) => {
    const recurrence = one.kind === "maintenance_windows" ? recurrenceOf.get(one.item_id) : undefined;
    return recurrence === undefined ? one : { ...one, item_id: next.get(recurrence) ?? one.item_id };
  });
}

class Listing {
  readonly #keys = new Map<ItemKind, ReadonlyMap<number, string>>();
  readonly #managedIds: ReadonlySet<string>;
  readonly #turns = new Turns();

  constructor(private readonly managed: readonly Managed[]) {
    this.#managedIds = new Set(managed.map(({ kind, item_id }) => `${kind} ${item_id}`));
  }

  /** Gives each item of a kind a key. */
  async add(kind: ItemKind, items: readonly Named[]): Promise<void> {
    this.#keys.set(kind, await keysOf(kind, items, this.managed, this.#turns));
  }

  /** Returns a function that gives the key of an item by its ID. */
  keyOf(kind: ItemKind): (id: number) => string {
    const keys = this.#keys.get(kind);
    return (id) => keys?.get(id) ?? String(id);
  }

  /** Yields those items of a kind that have keys, oldest first. */
  async *items<Item extends { id: number }>(
    kind: ItemKind,
    list: readonly Item[],
    fieldsOf: (item: Item) => Record<string, unknown>,
  ): StoredItems {
    for (const item of [...list].sort((a, b) => a.id - b.id)) {
      const { id } = item;
      const key = this.#keys.get(kind)?.get(id);
      if (key === undefined) continue;
      await this.#turns.pause();
      yield [kind, { id, key, managed: this.#managedIds.has(`${kind} ${id}`), fields: fieldsOf(item) }];
    }
  }
}
