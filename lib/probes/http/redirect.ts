import { ProbeError } from "../net/probe-error";
import { type Head, type HeaderList, readable, valuesOf } from "./head";
import type { Hop } from "./request-text";

export const REDIRECTS_MAX = 5;
const REDIRECT_CODES = new Set([301, 302, 303, 307, 308]);

/** Returns the target of a redirect; null when the response isn't one. As in browsers, an empty Location leads nowhere. */
export function locationOf({ statusCode, headers }: Head): string | null {
  if (!REDIRECT_CODES.has(statusCode)) return null;
  const location = locationsIn(headers)[0];
  return location === undefined ? null : readable(location);
}

function locationsIn(headers: HeaderList): string[] {
  return [...new Set(valuesOf(headers, "location").filter((value) => value !== ""))];
}

/** Returns the next hop; null when the response isn't a redirect. Throws ProbeError `http_bad_redirect`. */
export function nextHop(hop: Hop, head: Head, first: URL): Hop | null {
  const location = locationOf(head);
  if (location === null) return null;
  if (locationsIn(head.headers).length > 1) throw bad("to several URLs, which no browser follows");
  const url = URL.parse(location, hop.url);
  if (!url) throw bad(`to an invalid URL: ${shown(location)}`);
  if (!/^https?:$/.test(url.protocol))
    throw bad(`to ${shown(location)}, but only http and https URLs are followed`);
  if (url.username || url.password) throw bad("to a URL with a username or password");
  // RFC 9110 §15.4: 303 becomes GET; 301 and 302 do so for POST, as every browser does; 307 and 308 keep the method.
  const becomesGet =
    (head.statusCode === 303 && hop.method !== "HEAD") || (head.statusCode < 303 && hop.method === "POST");
  const sameOrigin = hop.sameOrigin && url.origin === first.origin;
  return {
    url,
    method: becomesGet ? "GET" : hop.method,
    body: becomesGet || !sameOrigin ? null : hop.body,
    sameOrigin,
  };
}

/** Returns a URL without its query, which often contains a token. */
export function withoutQuery({ origin, pathname, search }: URL): string {
  return `${origin}${pathname}${search ? "?…" : ""}`;
}

/** Quotes a location for the end of a message. The text after a suspected secret would be redacted with it. */
function shown(location: string): string {
  const query = /[?#]/.test(location) ? "?…" : "";
  return JSON.stringify((location.split(/[?#]/)[0] ?? "").slice(0, 100) + query);
}

function bad(text: string): ProbeError {
  return new ProbeError("http_bad_redirect", `the response redirects ${text}`);
}
