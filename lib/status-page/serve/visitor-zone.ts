import { clientBucket } from "@/lib/shared/address-ranges";
import { MINUTE_MS } from "@/lib/shared/durations";
import { once } from "@/lib/shared/once";
import { Recent } from "@/lib/shared/recent";
import { WindowCounter } from "@/lib/shared/window-counter";
import type { Place } from "@/lib/status-page/languages/intl";
import { wordsOf } from "@/lib/status-page/languages/registry";
import { momentText } from "@/lib/status-page/render/format";
import { escapeHtml } from "@/lib/status-page/render/markup";
import type { PageEntry } from "./page-entry";
import { LazySnapshot, QUICK, type Snapshot } from "./snapshot";
import { isZone } from "./time-zones";

export const ZONE_SECONDS = 365 * 24 * 3600;
const COOKIE = "vedette_zone";
const MAX_BYTES = 16 * 1024 * 1024;
/** A visitor who chose a zone reads a few documents. Each one made costs a millisecond. */
const MADE_A_MINUTE = 60;
const MAX_CLIENTS = 50_000;

/** Returns whether a visitor may have chosen a zone, so that the answer isn't the same for everyone. */
export function mayHaveZone(cookies: string | undefined): boolean {
  return cookies?.includes(`${COOKIE}_`) ?? false;
}

/** Returns the zone that a visitor chose for this page; null without one. */
export function chosenZone(pageId: number, cookies: string | undefined): string | null {
  const wanted = `${zoneCookieName(pageId)}=`;
  const pair = (cookies ?? "").split(";").find((each) => each.trim().startsWith(wanted));
  const name = pair?.trim().slice(wanted.length);
  return name !== undefined && isZone(name) ? name : null;
}

/** Returns the cookie's name. */
export function zoneCookieName(pageId: number): string {
  return `${COOKIE}_${pageId}`;
}

const TIME = /<time datetime="([-0-9T:]{16,19}Z)"([^<>]*)>[^<>]*<\/time>/g;
const ZONE_LINK = '/time-zone">';

/**
 * Returns a document with its times in a visitor's zone. Days and bars stay in the page's zone. No shared cache may keep it. There
 * can be 400 variants of every document, so they have a memory of their own, and a client that has too many made gets the usual one.
 */
export function inZone(entry: PageEntry, snapshot: Snapshot, place: Place, address: string): Snapshot {
  if (!snapshot.contentType.startsWith("text/html")) return snapshot;
  const { timeZone, language } = place;
  const variants = once(
    "pages.zoned",
    () => new Recent<Snapshot>(MAX_BYTES, ({ identity }) => identity.length),
  );
  // Not the entry's own ID, because a page that is loaded again without a change has the same variants.
  const day = entry.renderedAt.toISOString().slice(0, 10);
  const key = `${entry.row.id} ${timeZone} ${language} ${day} ${snapshot.etag}`;
  const known = variants.get(key);
  if (known) return known;
  const made = once("pages.zones-made", () => new WindowCounter(MINUTE_MS, MAX_CLIENTS));
  const client = clientBucket(address);
  if (made.read(client).used >= MADE_A_MINUTE) return snapshot;
  made.count(client);
  const variant = zoned(entry, snapshot, place);
  variants.set(key, variant);
  return variant;
}

function zoned(entry: PageEntry, snapshot: Snapshot, place: Place): Snapshot {
  const { zone } = wordsOf(place).frame;
  const html = snapshot.identity.toString("utf8").replace(TIME, (_, iso: string, rest: string) => {
    const shown = momentText(new Date(iso), entry.renderedAt, place);
    return `<time datetime="${iso}"${rest}>${escapeHtml(shown)}</time>`;
  });
  const identity = Buffer.from(withZoneLink(html, escapeHtml(zone(place.timeZone))));
  const headers = { ...snapshot.headers, "Cache-Control": "private, no-cache" };
  const etag = `${snapshot.etag.slice(0, -1)}-${place.timeZone}"`;
  return new LazySnapshot(snapshot.contentType, etag, headers, identity, QUICK);
}

/** Returns a document whose link to the zones has a different text. */
function withZoneLink(html: string, text: string): string {
  const link = html.lastIndexOf(ZONE_LINK);
  if (link === -1) return html;
  const start = link + ZONE_LINK.length;
  return html.slice(0, start) + text + html.slice(html.indexOf("<", start));
}
