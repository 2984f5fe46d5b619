import { type HeaderList, valuesOf } from "./head";

// RFC 6265bis §5.6.
const CONTROL = /(?!\t)\p{Cc}/u;
const COOKIES_MAX = 50;
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
      if (cookie.untilMs > nowMs && kept.length < COOKIES_MAX) kept.push(cookie);
      this.cookies = kept;
    }
  }

  /** Returns the Cookie header for a request, or null; `own` is what the user set, whose cookies a response may replace. */
  headerFor(url: URL, own: string | null): string | null {
    if (this.cookies.length === 0) return own;
    const sent = this.cookies
      .filter(({ host, secure }) => host === url.hostname && (!secure || url.protocol === "https:"))
      .filter(({ path }) => isWithin(url.pathname, path))
      .sort((a, b) => b.path.length - a.path.length);
    const replaced = new Set(sent.map(({ name }) => name));
    const kept = (own ?? "")
      .split(";")
      .map((pair) => pair.trim())
      .filter((pair) => pair !== "" && !replaced.has(pair.split("=")[0] ?? ""));
    const pairs = [...kept, ...sent.map(({ name, value }) => (name ? `${name}=${value}` : value))];
    return pairs.length === 0 ? null : pairs.join("; ").slice(0, SENT_CHARS_MAX);
  }
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
  if ((secure && url.protocol !== "https:") || CONTROL.test(pair)) return null;
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
  const at = Date.parse((expires ?? "").replace(/(\d)-(\w{3})-(\d)/, "$1 $2 $3"));
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at;
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
