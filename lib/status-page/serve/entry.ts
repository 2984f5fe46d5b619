import { AGE_MARK, ageLine } from "@/lib/status-page/render/age";
import { isPrivate } from "@/lib/status-page/render/load-model";
import type { SealedPageRow } from "@/lib/store/status-pages/snapshots";
import { pageBase } from "./addresses";
import { type Sealed, seal } from "./render-page";

/** Where a request came in: below the app's own host, or on a host that is the page's alone. */
export type Mount = "app" | "host";

/** A page as memory keeps it: its access rules and its sealed representations by path. */
export interface PageEntry {
  readonly row: Omit<SealedPageRow, "snapshots">;
  readonly isPrivate: boolean;
  readonly sealedAt: Date;
  /** How the page is at home below the app. */
  readonly sealed: ReadonlyMap<string, Sealed>;
  /** What was made on demand or derived: other mounts, older months, permalinks. Bounded. */
  readonly derived: Map<string, Sealed>;
}

const MAX_DERIVED = 500;

export function pageEntry({ snapshots, ...row }: SealedPageRow): PageEntry {
  const sealed = snapshots.map((snapshot): [string, Sealed] => [
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
  const sealedAt = snapshots.find((snapshot) => snapshot.path === "")?.sealed_at ?? new Date(0);
  return { row, isPrivate: isPrivate(row), sealedAt, sealed: new Map(sealed), derived: new Map() };
}

/** Keeps what was derived, up to a bound: the oldest goes first. */
export function remember(entry: PageEntry, key: string, sealed: Sealed): Sealed {
  if (entry.derived.size >= MAX_DERIVED) {
    const oldest = entry.derived.keys().next().value;
    if (oldest !== undefined) entry.derived.delete(oldest);
  }
  entry.derived.set(key, sealed);
  return sealed;
}

/**
 * The bytes for a mount, with a line about the page's age when it has one. Links are written for the app's mount; on the
 * page's own host the prefix goes. Only attributes can hold it behind a quote: React escapes quotes in text, and links in
 * Markdown are absolute.
 */
export function mounted(entry: PageEntry, path: string, sealed: Sealed, mount: Mount, aged: boolean): Sealed {
  const isHtml = sealed.contentType.startsWith("text/html");
  if (!isHtml || (mount === "app" && !aged)) return sealed;
  const key = `${mount} ${aged ? "aged" : "fresh"} ${path}`;
  const known = entry.derived.get(key);
  if (known) return known;
  let text = sealed.identity.toString("utf8");
  if (mount === "host") text = text.replaceAll(`="${pageBase(entry.row.subdomain)}/`, '="/');
  if (aged) text = text.replace(AGE_MARK, ageLine(entry.sealedAt));
  return remember(entry, key, seal({ path, contentType: sealed.contentType, text }));
}
