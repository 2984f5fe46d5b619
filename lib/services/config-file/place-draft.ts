import { isDeepStrictEqual } from "node:util";
import { type ConfigFile, type FileComponents, withMembers } from "@/lib/contract/config-file/config-file";
import type { ImportSource } from "@/lib/contract/config-file/sources";
import type { RegionName } from "@/lib/contract/core/regions";
import { checkedPlace, isReported } from "@/lib/contract/protocols/lookup";
import { membersOf } from "@/lib/contract/protocols/members";
import type { DraftContent, DraftItem, Skipped } from "@/lib/domain/config-file/draft";
import { componentsNote, fittedSubdomain } from "@/lib/domain/config-file/fitting";
import type { Note } from "@/lib/domain/config-file/note";
import { Turns } from "@/lib/shared/turns";
import { type ImportedRow, selectImportedItems } from "@/lib/store/config-file/imported-items";
import { tx } from "@/lib/store/core/tx";
import { takenName } from "@/lib/store/status-pages/pages";
import { type Caller, projectOf } from "../core/caller";
import { type MonitorTarget, requireAllowedTarget } from "../monitors/target";
import { keysIn } from "./components";
import { TakenKeys } from "./keys";
import { refusals } from "./plan-references";
import { readStored, type Stored, type StoredItem } from "./stored";

/** A draft as a configuration file: every item has a key, that of the existing item if there is one. */
export interface Placed {
  /** Number of items in the source. */
  readonly count: number;
  readonly file: ConfigFile;
  /** Notes and references by `kind.key`. */
  readonly notes: ReadonlyMap<string, readonly Note[]>;
  readonly refs: ReadonlyMap<string, string>;
  /** Existing items that are used unchanged. */
  readonly links: readonly Link[];
  readonly skipped: readonly Skipped[];
}

interface Link {
  readonly kind: DraftItem["kind"];
  readonly ref: string;
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly notes: readonly Note[];
}

/** Finds the existing items of a draft: those imported before, then those with the same name and target. */
export async function placeDraft(
  caller: Caller,
  source: ImportSource,
  draft: DraftContent,
  regions: readonly RegionName[],
): Promise<Placed> {
  const stored = await readStored(caller);
  const known = await selectImportedItems(projectOf(caller), source);
  const placing = new Placing(stored, known);
  const turns = new Turns();
  for (const item of draft.items.filter(({ kind }) => kind === "monitors")) {
    placing.addMonitor(item, regions);
    await turns.pause();
  }
  for (const item of draft.items.filter(({ kind }) => kind === "status_pages")) await placing.addPage(item);
  const { skipped, ...placed } = placing.placed();
  return { ...placed, count: draft.count, skipped: [...draft.skipped, ...skipped] };
}

/** A monitor that sends signals has one region, because they arrive at the server. */
function regionsFor({ fields }: DraftItem, regions: readonly RegionName[]): RegionName[] {
  return isReported(String(fields.protocol)) ? regions.slice(0, 1) : [...regions];
}

class Placing {
  private readonly file: ConfigFile = {
    version: 1,
    project: "",
    integrations: {},
    monitors: {},
    status_pages: {},
    maintenance_windows: {},
    alert_rules: {},
  };
  private readonly notes = new Map<string, readonly Note[]>();
  private readonly refs = new Map<string, string>();
  private readonly links: Link[] = [];
  private readonly skipped: Skipped[] = [];
  private readonly keyOfRef = new Map<string, string>();
  /** Names of monitors that may not be imported, by reference. */
  private readonly refused = new Map<string, string>();
  private readonly subdomains = new Set<string>();
  /** IDs of existing items that belong to an imported one. */
  private readonly claimed: Set<string>;
  private readonly taken: Readonly<Record<DraftItem["kind"], TakenKeys>>;
  /** The existing item of each imported one. */
  private readonly idOf: ReadonlyMap<string, number>;
  private readonly named = new Map<string, StoredItem[]>();
  private readonly byId = new Map<string, StoredItem>();

  constructor(stored: Stored, known: readonly ImportedRow[]) {
    const keysOf = (kind: DraftItem["kind"]) => new TakenKeys(stored.items[kind].map(({ key }) => key));
    this.taken = { monitors: keysOf("monitors"), status_pages: keysOf("status_pages") };
    this.idOf = new Map(known.map(({ kind, ref, item_id }) => [`${kind} ${ref}`, item_id]));
    for (const kind of ["monitors", "status_pages"] as const)
      for (const item of stored.items[kind]) {
        const name = `${kind} ${nameOf(kind, item.fields)}`;
        this.named.set(name, [...(this.named.get(name) ?? []), item]);
        this.byId.set(`${kind} ${item.id}`, item);
      }
    this.claimed = new Set(known.map(({ kind, item_id }) => `${kind} ${item_id}`));
  }

  placed(): Omit<Placed, "count"> {
    return { skipped: this.skipped, file: this.file, notes: this.notes, refs: this.refs, links: this.links };
  }

  addMonitor(item: DraftItem, regions: readonly RegionName[]): void {
    const found = this.find(item, (other) =>
      item.isPlaceholder ? other.fields.name === item.fields.name : isSameMonitor(item.fields, other.fields),
    );
    if (!found && !this.isAllowed(item)) return;
    const key = this.keyOf(item, found);
    this.keyOfRef.set(item.ref, key);
    const { kind, ref } = item;
    const members = membersOf<string>(item.fields.request);
    const fields = withMembers(
      item.fields,
      members.flatMap((member) => this.keyOfRef.get(member) ?? []),
    );
    if (item.isPlaceholder && found)
      this.links.push({ kind, ref, id: found.id, key, name: String(fields.name), notes: [] });
    else this.file.monitors[key] = found ? fields : { ...fields, regions: regionsFor(item, regions) };
  }

  async addPage(given: DraftItem): Promise<void> {
    const item = this.withoutRefused(given);
    const found = this.find(item, (other) => other.fields.subdomain === item.fields.subdomain);
    const key = this.keyOf(item, found);
    const subdomain = found
      ? found.fields.subdomain
      : await this.freeSubdomain(String(item.fields.subdomain));
    this.subdomains.add(String(subdomain));
    if (subdomain !== item.fields.subdomain) {
      const text = `${String(item.fields.subdomain)} is taken; the page is at ${String(subdomain)}.`;
      this.notes.set(`status_pages.${key}`, [...item.notes, { field: "subdomain", text }]);
    }
    this.file.status_pages[key] = {
      ...item.fields,
      subdomain,
      components: this.withKeys(item.fields.components as unknown[]),
    };
  }

  /** Returns whether a new monitor may reach its target. If not, it is skipped, so that the others can be imported. */
  private isAllowed({ ref, fields }: DraftItem): boolean {
    const [problem] = refusals(String(fields.name), () =>
      requireAllowedTarget(fields as unknown as MonitorTarget),
    );
    if (problem !== undefined) {
      this.skipped.push({ name: String(fields.name), reason: problem });
      this.refused.set(ref, String(fields.name));
    }
    return problem === undefined;
  }

  private find(item: DraftItem, isSame: (other: StoredItem) => boolean): StoredItem | undefined {
    const { kind, ref, fields } = item;
    const earlier = this.byId.get(`${kind} ${this.idOf.get(`${kind} ${ref}`)}`);
    const before = earlier && this.notes.has(`${kind}.${earlier.key}`) ? undefined : earlier;
    const isFree = ({ id }: StoredItem) => !this.claimed.has(`${kind} ${id}`);
    const likely = this.named.get(`${kind} ${nameOf(kind, fields)}`) ?? [];
    return before ?? likely.find((other) => isFree(other) && isSame(other));
  }

  private keyOf(item: DraftItem, found: StoredItem | undefined): string {
    const taken = this.taken[item.kind];
    const key = found?.key ?? taken.take(String(item.fields.name));
    if (found) this.claimed.add(`${item.kind} ${found.id}`);
    this.notes.set(`${item.kind}.${key}`, item.notes);
    this.refs.set(`${item.kind}.${key}`, item.ref);
    return key;
  }

  /** Notes the components whose monitors were refused, which `withKeys` drops. */
  private withoutRefused(page: DraftItem): DraftItem {
    const refused = keysIn(page.fields.components as FileComponents).filter((ref) => !this.keyOfRef.has(ref));
    const names = refused.map((ref) => this.refused.get(ref) ?? ref);
    return { ...page, notes: [...page.notes, ...componentsNote(names)] };
  }

  /** Returns the subdomain, with a number if another page of this installation or of the file has it. */
  private async freeSubdomain(wanted: string): Promise<string> {
    for (let number = 1; ; number += 1) {
      const subdomain = number === 1 ? wanted : `${fittedSubdomain(wanted.slice(0, 25))}-${number}`;
      if (this.subdomains.has(subdomain)) continue;
      if ((await tx((trx) => takenName(trx, { subdomain }, 0))) === null) return subdomain;
    }
  }

  /** Replaces references with keys in a page's components. */
  private withKeys(components: readonly unknown[]): object[] {
    return components.flatMap((one) => {
      const { monitor: ref, components: members } = one as { monitor?: string; components?: unknown[] };
      if (ref === undefined) {
        const own = this.withKeys(members ?? []);
        return own.length > 0 ? [{ ...Object(one), components: own }] : [];
      }
      const monitor = this.keyOfRef.get(ref);
      return monitor === undefined ? [] : [{ ...Object(one), monitor }];
    });
  }
}

/** Returns the key that items share if they may be the same. */
function nameOf(kind: DraftItem["kind"], { name, subdomain }: Record<string, unknown>): string {
  return String(kind === "monitors" ? name : subdomain);
}

/** Returns whether two monitors have the same name and check the same place. */
function isSameMonitor(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  const placeOf = ({ protocol, request }: Record<string, unknown>) =>
    checkedPlace(String(protocol), request as Record<string, unknown>);
  return (
    one.name === other.name &&
    one.protocol === other.protocol &&
    isDeepStrictEqual(placeOf(one), placeOf(other))
  );
}
