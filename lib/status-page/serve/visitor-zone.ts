import type { Place } from "@/lib/status-page/languages/intl";
import { wordsOf } from "@/lib/status-page/languages/registry";
import { momentText } from "@/lib/status-page/render/format";
import { escapeHtml } from "@/lib/status-page/render/markup";
import { type PageEntry, remember } from "./page-entry";
import { createSnapshot, type Snapshot } from "./snapshot";
import { zoneNames } from "./time-zones";

export const ZONE_SECONDS = 365 * 24 * 3600;
const COOKIE = "vedette_zone";

/** Returns whether a visitor may have chosen a zone, so that the answer isn't the same for everyone. */
export function mayHaveZone(cookies: string | undefined): boolean {
  return cookies?.includes(`${COOKIE}_`) ?? false;
}

/** Returns the zone that a visitor chose for this page; null without one. */
export function chosenZone(pageId: number, cookies: string | undefined): string | null {
  const wanted = `${zoneCookieName(pageId)}=`;
  const pair = (cookies ?? "").split(";").find((each) => each.trim().startsWith(wanted));
  const name = pair?.trim().slice(wanted.length);
  return zoneNames().find((known) => known === name) ?? null;
}

/** Returns the cookie's name. */
export function zoneCookieName(pageId: number): string {
  return `${COOKIE}_${pageId}`;
}

const TIME = /<time datetime="([-0-9T:]{16,19}Z)">[^<>]*<\/time>/g;
const ZONE_LINK = '/time-zone">';

/** Returns a document with its times in a visitor's zone. Days and bars stay in the page's zone. No shared cache may keep it. */
export function inZone(entry: PageEntry, key: string, snapshot: Snapshot, place: Place): Snapshot {
  if (!snapshot.contentType.startsWith("text/html")) return snapshot;
  const { timeZone } = place;
  const kept = `${timeZone} ${key} ${snapshot.etag}`;
  const known = entry.derived.get(kept);
  if (known) return known;
  const { zone } = wordsOf(place).frame;
  const html = snapshot.identity.toString("utf8").replace(TIME, (_, iso: string) => {
    const shown = momentText(new Date(iso), entry.renderedAt, place);
    return `<time datetime="${iso}">${escapeHtml(shown)}</time>`;
  });
  const text = withZoneLink(html, escapeHtml(zone(timeZone)));
  const made = createSnapshot({ path: key, contentType: snapshot.contentType, text });
  const headers = { ...made.headers, "Cache-Control": "private, no-cache" };
  return remember(entry, kept, { ...made, headers });
}

/** Returns a document whose link to the zones has another text. */
function withZoneLink(html: string, text: string): string {
  const link = html.lastIndexOf(ZONE_LINK);
  if (link === -1) return html;
  const start = link + ZONE_LINK.length;
  return html.slice(0, start) + text + html.slice(html.indexOf("<", start));
}
