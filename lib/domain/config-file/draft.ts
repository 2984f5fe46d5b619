import { FileMonitor, FilePage, type ItemKind } from "@/lib/contract/config-file/config-file";
import { fieldErrors } from "@/lib/contract/core/issues";
import { wording } from "@/lib/contract/core/wording";
import { UnreadableFile } from "./documents";
import { Entry } from "./entry";
import { fittedName } from "./fitting";
import { withFittedUrl } from "./importers/fitted-url";
import { type Note, note } from "./note";
import { type Ignored, isIgnored } from "./rest";

/** Validation needs a region; the import replaces it. */
const ANY_REGION = ["eu-deu-fra"];
/** Maximum number of items in one file. */
const ITEMS_MAX = 2000;
const SHOWN_CHARS = 100;

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
  /** Number of items in the source, counted before they were mapped. Each is in `items` or `skipped`. */
  readonly count: number;
  readonly items: readonly DraftItem[];
  readonly skipped: readonly Skipped[];
}

/** The configuration that an import builds from another product's export. */
export class Draft implements DraftContent {
  count = 0;
  readonly items: DraftItem[] = [];
  readonly skipped: Skipped[] = [];

  /** Counts the source's items, then maps each. `map` must add or skip exactly one item. */
  each<Item>(items: readonly Item[], map: (item: Item) => void): void {
    this.count += items.length;
    for (const item of items) map(item);
  }

  /** Skips all of these items for one reason. */
  skipEach(items: readonly Entry[], field: string, reason: string): void {
    this.each(items, (item) => this.skip(item.text(field), reason));
  }

  /** Skips a part of the file that counts as one item. */
  skipPart(name: string, reason: string): void {
    this.each([name], () => this.skip(name, reason));
  }

  /** Skips the parts of a file that nothing has read and that aren't ruled out. */
  skipUnread(file: Entry, ignored: Ignored): void {
    const names = new Set(file.unread().map((path) => path.split(".")[0] ?? path));
    for (const part of [...names].filter((name) => !file.isRead(name) && !isIgnored(name, ignored)))
      this.skipPart(part, "This part of the file isn't imported.");
  }

  /** Adds a monitor, or skips it with the reason if it can't be one here. */
  monitor(
    ref: string,
    name: string,
    fields: Record<string, unknown>,
    notes: readonly Note[] = [],
    isPlaceholder = false,
  ): void {
    const own = [...notes];
    const fitted = withFittedUrl(fields);
    const whole = { ...fitted, name: fittedName(name, fitted.request, own) };
    const parsed = FileMonitor.safeParse({ ...whole, regions: ANY_REGION }, { error: wording });
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
    note(notes, "website_url", `Set to ${website}. Change it if it isn't your website.`);
    return website;
  }

  skip(name: string, reason: string): void {
    this.skipped.push({ name: name.slice(0, SHOWN_CHARS) || "unnamed", reason });
    this.requireSize();
  }

  /** Returns whether a monitor with this reference was added. */
  has(ref: string): boolean {
    return this.refs.has(ref);
  }

  private readonly refs = new Set<string>();

  /** Items with the same reference are different ones: the second becomes `ref 2`. */
  private add(item: DraftItem): void {
    const place = (ref: string) => (item.kind === "monitors" ? ref : `page ${ref}`);
    let { ref } = item;
    for (let number = 2; this.refs.has(place(ref)); number += 1) ref = `${item.ref} ${number}`;
    this.refs.add(place(ref));
    this.items.push({ ...item, ref });
    this.requireSize();
  }

  private requireSize(): void {
    if (this.items.length + this.skipped.length > ITEMS_MAX)
      throw new UnreadableFile(`The file has more than ${ITEMS_MAX} items. Split it.`);
  }
}
