import { FilePage, type ItemKind } from "@/lib/contract/config-file/config-file";
import { fieldErrors } from "@/lib/contract/core/issues";
import { wording } from "@/lib/contract/core/wording";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { UnreadableFile } from "./documents";
import { Entry } from "./entry";
import { fittedName } from "./fitting";
import type { Note } from "./note";

/** Validation needs a region; the import replaces it. */
const ANY_REGION = ["eu-deu-fra"];
/** More items than this in one file are refused. */
const ITEMS_MAX = 2000;

export interface DraftItem {
  readonly kind: Extract<ItemKind, "monitors" | "status_pages">;
  /** Identifies the item in the other product, so that importing it again finds the same one. */
  readonly ref: string;
  /** Fields as in a configuration file, but other items by `ref`. */
  readonly fields: Record<string, unknown>;
  readonly notes: readonly Note[];
  /** Something that the other product doesn't check. Any monitor with its name is used, unchanged. */
  readonly isPlaceholder: boolean;
}
export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

export interface DraftContent {
  readonly items: readonly DraftItem[];
  readonly skipped: readonly Skipped[];
}

/** The configuration that an import builds from another product's export. */
export class Draft implements DraftContent {
  readonly items: DraftItem[] = [];
  readonly skipped: Skipped[] = [];

  /** Adds a monitor, or skips it with the reason if it can't be one here. */
  monitor(
    ref: string,
    name: string,
    fields: Record<string, unknown>,
    notes: readonly Note[] = [],
    isPlaceholder = false,
  ): void {
    const own = [...notes];
    const whole = { ...fields, name: fittedName(name, fields.request, own) };
    const parsed = CreateMonitor.safeParse({ ...whole, regions: ANY_REGION }, { error: wording });
    if (!parsed.success) {
      this.skip(name, Object.values(fieldErrors(parsed.error)).flat().join(" "));
      return;
    }
    this.add({ kind: "monitors", ref, fields: whole, notes: own, isPlaceholder });
  }

  /** Adds a status page, or skips it with the reason. Its components name monitors by reference. */
  page(ref: string, name: string, fields: Record<string, unknown>, notes: readonly Note[] = []): void {
    const parsed = FilePage.safeParse(fields, { error: wording });
    if (parsed.success) this.add({ kind: "status_pages", ref, fields, notes, isPlaceholder: false });
    else this.skip(name, Object.values(fieldErrors(parsed.error)).flat().join(" "));
  }

  /** Returns the website of the first of these monitors that has one, and notes that it is a guess. */
  websiteOf(refs: readonly string[], notes: Note[]): string {
    const wanted = new Set(refs);
    const requests = this.items.filter(({ ref }) => wanted.has(ref)).map(({ fields }) => fields.request);
    const found = requests
      .map((request) => URL.parse(new Entry(request).text("url")))
      .find((url) => url !== null);
    const website = found?.origin ?? "https://example.com";
    notes.push({ field: "website_url", text: `Set to ${website}. Change it if it isn't your website.` });
    return website;
  }

  skip(name: string, reason: string): void {
    this.skipped.push({ name: name.slice(0, 100) || "unnamed", reason });
    this.requireSize();
  }

  /** Returns whether a monitor with this reference was added. */
  has(ref: string): boolean {
    return this.refs.has(ref);
  }

  private readonly refs = new Set<string>();

  private add(item: DraftItem): void {
    const place = item.kind === "monitors" ? item.ref : `page ${item.ref}`;
    if (this.refs.has(place)) return;
    this.refs.add(place);
    this.items.push(item);
    this.requireSize();
  }

  private requireSize(): void {
    if (this.items.length + this.skipped.length > ITEMS_MAX)
      throw new UnreadableFile(`The file has more than ${ITEMS_MAX} items. Split it.`);
  }
}
