import { escapeHtml } from "@/lib/shared/text/escape-html";
import type { Place } from "@/lib/status-page/languages/intl";
import { wordsOf } from "@/lib/status-page/languages/registry";
import { momentText } from "@/lib/status-page/render/format";
import { cookieValue } from "./cookie-value";
import { withLinkText } from "./link-text";
import { isZone, ZONE_PATH } from "./time-zones";

export const ZONE_COOKIE = "vedette_zone_";

/** Returns the zone that a visitor chose for this page; null without one. */
export function chosenZone(pageId: number, cookies: string | undefined): string | null {
  const name = cookieValue(zoneCookieName(pageId), cookies);
  return name !== null && isZone(name) ? name : null;
}

/** Returns the cookie's name. */
export function zoneCookieName(pageId: number): string {
  return `${ZONE_COOKIE}${pageId}`;
}

const TIME = /<time datetime="([-0-9T:]{16,19}Z)"([^<>]*)>[^<>]*<\/time>/g;

/** Returns a document with its times in a visitor's zone. Days and bars stay in the page's zone. */
export function inZone(html: string, confirmedAt: Date, place: Place): string {
  const { zone } = wordsOf(place).frame;
  const times = html.replace(TIME, (_, iso: string, rest: string) => {
    const shown = momentText(new Date(iso), confirmedAt, place);
    return `<time datetime="${iso}"${rest}>${escapeHtml(shown)}</time>`;
  });
  return withLinkText(times, `/${ZONE_PATH}`, escapeHtml(zone(place.timeZone)));
}
