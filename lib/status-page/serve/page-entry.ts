import { randomUUID } from "node:crypto";
import { type PageLanguage, pageLanguage } from "@/lib/contract/status-pages/languages";
import { once } from "@/lib/shared/once";
import { Recent } from "@/lib/shared/recent";
import { pageBase } from "@/lib/status-page/model/addresses";
import { isPrivate } from "@/lib/status-page/model/load-model";
import { AGE_MARK, ageLine } from "@/lib/status-page/render/age";
import { CHECKED_TIME, checkedTime } from "@/lib/status-page/render/view/moment";
import type { PageFreshness, PageWithSnapshot, SnapshotRow } from "@/lib/store/status-pages/snapshots";
import { changedText, createSnapshot, LazySnapshot, type Snapshot, snapshotBytes } from "./snapshot";

/** Where a request came in: below the app's own host, or on a host of the page's own. */
export type Mount = "app" | "host";

/** A page in memory: its access rules and its pre-rendered home page. */
export interface PageEntry {
  /** Changes with every rendering, so that nothing derived from an earlier one is used. */
  readonly id: string;
  readonly row: Omit<PageWithSnapshot, "home">;
  readonly isPrivate: boolean;
  /** When the home page was rendered. */
  readonly renderedAt: Date;
  /** When it last showed what there was to show. */
  readonly confirmedAt: Date;
  readonly checkedAt: Date | null;
  /** The packed rows that the page was rendered from; null before its first rendering with them. */
  readonly source: Buffer | null;
  /** The home page with links for the app's host; null before its first rendering. */
  readonly home: Snapshot | null;
  /** The owner's images by path. */
  readonly files: Map<string, Snapshot>;
}

/** A document of 50 components weighs 70 KB in all encodings. */
const MAX_DERIVED_BYTES = 64 * 1024 * 1024;

export function pageEntry({ home, ...row }: PageWithSnapshot): PageEntry {
  const entry: PageEntry = {
    id: randomUUID(),
    row,
    isPrivate: isPrivate(row),
    renderedAt: home?.rendered_at ?? new Date(0),
    confirmedAt: home?.as_of ?? new Date(0),
    checkedAt: home?.checked_at ?? null,
    source: home?.source ?? null,
    home: home && snapshotOf(home),
    files: new Map(),
  };
  return home && home.as_of > home.rendered_at ? confirmed(entry, home) : entry;
}

function snapshotOf({ content_type: contentType, etag, headers, identity }: SnapshotRow): Snapshot {
  return new LazySnapshot(contentType, etag, headers, identity);
}

/** Returns a page that still shows the same at a later time. On its home page, only the time of the last check is another. */
export function confirmed(
  entry: PageEntry,
  { as_of: confirmedAt, checked_at: checkedAt }: Pick<PageFreshness, "as_of" | "checked_at">,
): PageEntry {
  const later = { ...entry, id: randomUUID(), confirmedAt, checkedAt };
  if (!entry.home || !checkedAt) return later;
  const { language, time_zone: timeZone } = entry.row;
  const shown = checkedTime(checkedAt, confirmedAt, { language: pageLanguage(language), timeZone });
  const text = entry.home.identity.toString("utf8").replace(CHECKED_TIME, () => shown);
  return { ...later, home: changedText(entry.home, text) };
}

/** Representations of all pages that were made on demand: other mounts, older months, permalinks. */
function derived(): Recent<Snapshot> {
  return once("pages.derived", () => new Recent(MAX_DERIVED_BYTES, snapshotBytes));
}

/** Returns a representation that was made on demand since the page was last rendered. */
export function recall(entry: PageEntry, key: string): Snapshot | undefined {
  return derived().get(`${entry.id} ${key}`);
}

/** Keeps a representation that was made on demand. */
export function remember(entry: PageEntry, key: string, snapshot: Snapshot): Snapshot {
  derived().set(`${entry.id} ${key}`, snapshot);
  return snapshot;
}

interface Shown {
  readonly mount: Mount;
  /** Whether the page is outdated. */
  readonly aged: boolean;
  /** The page's own unless given. */
  readonly language?: PageLanguage;
}

/**
 * Returns a document with links for the page's own host. They are written for the app's host, so their prefix is removed. The prefix
 * after a quote occurs only in attributes and in the style: quotes in text are escaped, and links in Markdown are absolute.
 */
export function atHost({ row }: PageEntry, html: string): string {
  return html.replaceAll(`"${pageBase(row.subdomain)}/`, '"/');
}

/** Returns the bytes for a mount, with a notice if the page is outdated. */
export function mounted(
  entry: PageEntry,
  path: string,
  snapshot: Snapshot,
  { mount, aged, language = pageLanguage(entry.row.language) }: Shown,
): Snapshot {
  const isHtml = snapshot.contentType.startsWith("text/html");
  if (!isHtml || (mount === "app" && !aged)) return snapshot;
  const key = `${mount} ${aged ? "aged" : "fresh"} ${path}`;
  const known = recall(entry, key);
  if (known) return known;
  let text = snapshot.identity.toString("utf8");
  if (mount === "host") text = atHost(entry, text);
  if (aged) text = text.replace(AGE_MARK, ageLine(entry.confirmedAt, language));
  const { contentType, headers } = snapshot;
  const unlisted = headers["X-Robots-Tag"] !== undefined;
  return remember(entry, key, createSnapshot({ path, contentType, text, unlisted }));
}
