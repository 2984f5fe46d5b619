import { randomUUID } from "node:crypto";
import { type PageLanguage, pageLanguage } from "@/lib/contract/status-pages/languages";
import { once } from "@/lib/shared/once";
import { Recent } from "@/lib/shared/recent";
import { AGE_MARK, ageLine } from "@/lib/status-page/render/age";
import { isPrivate } from "@/lib/status-page/render/load-model";
import type { PageWithSnapshots } from "@/lib/store/status-pages/snapshots";
import { pageBase } from "./addresses";
import { createSnapshot, type Snapshot, snapshotBytes } from "./snapshot";

/** Where a request came in: below the app's own host, or on a host of the page's own. */
export type Mount = "app" | "host";

/** A page in memory: its access rules and its pre-rendered representations by path. */
export interface PageEntry {
  /** Differs with every rendering, so that nothing made from an earlier one is found. */
  readonly id: string;
  readonly row: Omit<PageWithSnapshots, "snapshots">;
  readonly isPrivate: boolean;
  readonly renderedAt: Date;
  /** The packed rows that the page was rendered from; null before its first rendering with them. */
  readonly source: Buffer | null;
  /** The representations with links for the app's host. */
  readonly snapshots: ReadonlyMap<string, Snapshot>;
  /** The owner's images by path. */
  readonly files: Map<string, Snapshot>;
}

/** A document of 50 components weighs 70 KB in all encodings. */
const MAX_DERIVED_BYTES = 64 * 1024 * 1024;

export function pageEntry({ snapshots, ...row }: PageWithSnapshots): PageEntry {
  const byPath = snapshots.map((snapshot): [string, Snapshot] => [
    snapshot.path,
    {
      contentType: snapshot.content_type,
      etag: snapshot.etag,
      headers: snapshot.headers,
      identity: snapshot.identity,
      gzip: snapshot.gzip,
      brotli: snapshot.brotli,
    },
  ]);
  const home = snapshots.find((snapshot) => snapshot.path === "");
  return {
    id: randomUUID(),
    row,
    isPrivate: isPrivate(row),
    renderedAt: home?.sealed_at ?? new Date(0),
    source: home?.source ?? null,
    snapshots: new Map(byPath),
    files: new Map(),
  };
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
 * Returns the bytes for a mount, with a notice if the page is outdated. Links are written for the app's host, so on the page's own
 * host their prefix is removed. The prefix after a quote occurs only in attributes and in the style: quotes in text are escaped, and
 * links in Markdown are absolute.
 */
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
  if (mount === "host") text = text.replaceAll(`"${pageBase(entry.row.subdomain)}/`, '"/');
  if (aged) text = text.replace(AGE_MARK, ageLine(entry.renderedAt, language));
  return remember(entry, key, createSnapshot({ path, contentType: snapshot.contentType, text }));
}
