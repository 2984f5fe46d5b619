import { type HeaderList, valuesOf } from "./head";

// RFC 6265bis §5.6. Values are bytes, of which those of UTF-8 are allowed.
const CONTROL = /(?![\t\x80-\x9f])\p{Cc}/u;
/** Maximum number of cookies that browsers keep per site. */
const COOKIES_MAX = 180;
/** RFC 6265bis §5.5: names that only a secure cookie may have. */
const PROTECTED = /^__(?:secure|host)-/i;
/** RFC 6265 §6.1 asks clients to support at least 4096 bytes per cookie. */
const COOKIE_CHARS_MAX = 4096;
const SENT_CHARS_MAX = 16 * 1024;

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  readonly path: string;
  readonly secure: boolean;
  readonly untilMs: number;
}

/**
 * The cookies of one check (RFC 6265 §5), for sites that redirect until their cookie comes back. Stricter than the RFC in
 * one way: a cookie is never sent to another host than the one that set it, whatever its Domain says.
 */
export class CookieJar {
  private cookies: Cookie[] = [];

  /** Takes the cookies that a response sets. */
  take(url: URL, headers: HeaderList, nowMs: number): void {
    for (const text of valuesOf(headers, "set-cookie")) {
      const cookie = cookieOf(text, url, nowMs);
      if (!cookie) continue;
      const kept = this.cookies.filter((other) => !isSame(other, cookie));
      if (cookie.untilMs > nowMs) kept.push(cookie);
      this.cookies = kept.slice(-COOKIES_MAX);
    }
  }

  /** Returns the Cookie header for a request, or null; `own` is what the user set, whose cookies a response may replace. */
  headerFor(url: URL, own: string | null): string | null {
    if (this.cookies.length === 0) return own;
    const sent = this.cookies
      .filter(({ host, secure }) => host === url.hostname && (!secure || isSecure(url)))
      .filter(({ path }) => isWithin(url.pathname, path))
      .sort((a, b) => b.path.length - a.path.length);
    const replaced = new Set(sent.map(({ name }) => name));
    const kept = (own ?? "")
      .split(";")
      .map((pair) => pair.trim())
      .filter((pair) => pair !== "" && !replaced.has(pair.split("=")[0] ?? ""));
    const pairs = [...kept, ...sent.map(({ name, value }) => (name ? `${name}=${value}` : value))];
    return pairs.length === 0 ? null : joined(pairs);
  }
}

/** Joins as many whole cookies as servers accept. */
function joined([first = "", ...rest]: readonly string[]): string {
  let text = first;
  for (const pair of rest) if (text.length + pair.length < SENT_CHARS_MAX) text += `; ${pair}`;
  return text;
}

/** Returns whether a connection may carry secure cookies: one with TLS, or as in curl and browsers, one to this machine. */
function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
}

function isSame(one: Cookie, other: Cookie): boolean {
  return one.name === other.name && one.host === other.host && one.path === other.path;
}

/** Parses a Set-Cookie header; null when a browser would ignore it. */
function cookieOf(text: string, url: URL, nowMs: number): Cookie | null {
  const [pair = "", ...rest] = text.split(";");
  const attributes = new Map<string, string>();
  // The last of repeated attributes counts.
  for (const part of rest) {
    const [name, value] = splitAt(part, part.indexOf("="));
    attributes.set((name || value).toLowerCase(), name ? value : "");
  }
  const [name, value] = splitAt(pair, pair.indexOf("="));
  const secure = attributes.has("secure");
  const domain = attributes.get("domain")?.replace(/^\./, "").toLowerCase();
  const isForeign = Boolean(domain) && domain !== url.hostname && !url.hostname.endsWith(`.${domain}`);
  if (name + value === "" || pair.length > COOKIE_CHARS_MAX || isForeign) return null;
  if ((secure && !isSecure(url)) || CONTROL.test(pair)) return null;
  if (PROTECTED.test(name) && !secure) return null;
  const path = attributes.get("path");
  return {
    name,
    value,
    host: url.hostname,
    path: path?.startsWith("/") ? path : defaultPath(url.pathname),
    secure,
    untilMs: untilMs(attributes.get("max-age"), attributes.get("expires"), nowMs),
  };
}

/** Splits `name=value`; the name is empty when there is no `=`. */
function splitAt(text: string, at: number): [name: string, value: string] {
  return [text.slice(0, Math.max(0, at)).trim(), text.slice(at + 1).trim()];
}

function untilMs(maxAge: string | undefined, expires: string | undefined, nowMs: number): number {
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return nowMs + Number(maxAge) * 1000;
  return dateOf(expires ?? "") ?? Number.POSITIVE_INFINITY;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DELIMITERS = /[\t -/;-@[-`{-~]/;
const PARTS = {
  time: /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?!\d)/,
  day: /^(\d{1,2})(?!\d)/,
  month: /^([a-z]{3})/i,
  year: /^(\d{2,4})(?!\d)/,
};
const CENTURY_FROM = 70;
const EXPIRES_CHARS_MAX = 200;

/** Reads a date as RFC 6265 §5.1.1 says: its parts in any order and with any delimiters. Null for others, such as `0` and `-1`. */
function dateOf(text: string): number | null {
  const found = new Map<string, readonly string[]>();
  for (const token of text.slice(0, EXPIRES_CHARS_MAX).split(DELIMITERS)) {
    for (const [part, pattern] of Object.entries(PARTS)) {
      const match = found.has(part) ? null : pattern.exec(token);
      if (!match || (part === "month" && !MONTHS.includes(match[1]?.toLowerCase() ?? ""))) continue;
      found.set(part, match.slice(1));
      break;
    }
  }
  if (found.size < Object.keys(PARTS).length) return null;
  const [day = 0, year = 0] = ["day", "year"].map((part) => Number(found.get(part)?.[0]));
  const [hour = 0, minute = 0, second = 0] = found.get("time")?.map(Number) ?? [];
  const month = MONTHS.indexOf(found.get("month")?.[0]?.toLowerCase() ?? "");
  const century = year < CENTURY_FROM ? 2000 : year < 100 ? 1900 : 0;
  const isValid = day >= 1 && day <= 31 && century + year >= 1601 && hour < 24 && minute < 60 && second < 60;
  return isValid ? Date.UTC(century + year, month, day, hour, minute, second) : null;
}

/** RFC 6265 §5.1.4: the folder of the page. */
function defaultPath(pathname: string): string {
  return pathname.slice(0, Math.max(1, pathname.lastIndexOf("/")));
}

function isWithin(pathname: string, path: string): boolean {
  return (
    pathname === path || (pathname.startsWith(path) && (path.endsWith("/") || pathname[path.length] === "/"))
  );
}
