import { clientBucket } from "@/lib/shared/address-ranges";
import { MINUTE_MS } from "@/lib/shared/durations";
import { once } from "@/lib/shared/once";
import { Recent } from "@/lib/shared/recent";
import { WindowCounter } from "@/lib/shared/window-counter";
import type { LanguagePath } from "@/lib/status-page/model/language-paths";
import { isEmbed } from "./embed-representation";
import type { PageEntry } from "./page-entry";
import type { PageRequest } from "./page-request";
import { LazySnapshot, QUICK, type Snapshot } from "./snapshot";
import { chosenTheme, inTheme, THEME_COOKIE, type VisitorTheme, withStyleOf } from "./visitor-theme";
import { chosenZone, inZone, ZONE_COOKIE } from "./visitor-zone";

export const CHOICE_SECONDS = 365 * 24 * 3600;
const MAX_BYTES = 16 * 1024 * 1024;
/** A visitor who chose a zone or a theme reads a few documents. Each one made costs a millisecond. */
const MADE_A_MINUTE = 60;
const MAX_CLIENTS = 50_000;

interface Choices {
  readonly zone: string | null;
  readonly theme: VisitorTheme | null;
}

/** Returns whether a visitor may have chosen something, so that the answer isn't the same for everyone. */
export function mayHaveChosen(cookies: string | undefined): boolean {
  return cookies !== undefined && (cookies.includes(ZONE_COOKIE) || cookies.includes(THEME_COOKIE));
}

/**
 * Returns a document with the times and in the theme that a visitor chose. No shared cache may keep it. There can be 1,200 variants of
 * every document, so they have a memory of their own, and a client that has too many made gets the usual one.
 */
export function asChosen(
  entry: PageEntry,
  snapshot: Snapshot,
  { path, language }: LanguagePath,
  { cookies, address }: PageRequest,
): Snapshot {
  if (!mayHaveChosen(cookies) || !snapshot.contentType.startsWith("text/html") || isEmbed(path))
    return snapshot;
  const { id } = entry.row;
  const choices = { zone: chosenZone(id, cookies), theme: chosenTheme(id, cookies) };
  if (!choices.zone && !choices.theme) return snapshot;
  const variants = once(
    "pages.chosen",
    () => new Recent<Snapshot>(MAX_BYTES, ({ identity }) => identity.length),
  );
  // Not the entry's own ID, because a page that is loaded again without a change has the same variants.
  const day = entry.confirmedAt.toISOString().slice(0, 10);
  const key = `${id} ${choices.zone} ${choices.theme} ${language} ${day} ${snapshot.etag}`;
  const known = variants.get(key);
  if (known) return known;
  const made = once("pages.chosen-made", () => new WindowCounter(MINUTE_MS, MAX_CLIENTS));
  const client = clientBucket(address);
  if (made.read(client).used >= MADE_A_MINUTE) return snapshot;
  made.count(client);
  const variant = variantOf(entry, snapshot, language, choices);
  variants.set(key, variant);
  return variant;
}

function variantOf(
  { confirmedAt }: PageEntry,
  snapshot: Snapshot,
  language: LanguagePath["language"],
  { zone, theme }: Choices,
): Snapshot {
  let html = snapshot.identity.toString("utf8");
  if (zone) html = inZone(html, confirmedAt, { timeZone: zone, language });
  if (theme) html = inTheme(html, theme, language);
  const headers = { ...withStyleOf(html, snapshot.headers), "Cache-Control": "private, no-cache" };
  const etag = `${snapshot.etag.slice(0, -1)}-${[zone, theme].filter(Boolean).join("-")}"`;
  return new LazySnapshot(snapshot.contentType, etag, headers, Buffer.from(html), QUICK);
}
