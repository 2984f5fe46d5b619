import { ProbeError } from "../net/probe-error";
import { type Head, type HeaderList, readable, valuesOf } from "./head";
import type { Hop } from "./request-text";

export const REDIRECTS_MAX = 5;
const REDIRECT_CODES = new Set([301, 302, 303, 307, 308]);

/** What a redirect names as its target; null where it is none. An empty one leads nowhere, as in browsers. */
export function locationOf({ statusCode, headers }: Head): string | null {
  if (!REDIRECT_CODES.has(statusCode)) return null;
  const location = locationsIn(headers)[0];
  return location === undefined ? null : readable(location);
}

function locationsIn(headers: HeaderList): string[] {
  return [...new Set(valuesOf(headers, "location").filter((value) => value !== ""))];
}

/** Where an answer leads next; null when it is no redirect. Throws ProbeError `http_bad_redirect`. */
export function nextHop(hop: Hop, head: Head, first: URL): Hop | null {
  const location = locationOf(head);
  if (location === null) return null;
  if (locationsIn(head.headers).length > 1) throw bad("to several addresses, which no browser follows");
  const url = URL.parse(location, hop.url);
  if (!url) throw bad(`to what is no address: ${shown(location)}`);
  if (!/^https?:$/.test(url.protocol))
    throw bad(`where only http and https are followed: to ${shown(location)}`);
  if (url.username || url.password) throw bad("to an address with a user name or password");
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

/** An address as it may be shown: what stands in a query is often a ticket. */
export function withoutQuery({ origin, pathname, search }: URL): string {
  return `${origin}${pathname}${search ? "?…" : ""}`;
}

/** At the end of a text: what looks like a secret is replaced with what stands behind it. */
function shown(location: string): string {
  const query = /[?#]/.test(location) ? "?…" : "";
  return JSON.stringify((location.split(/[?#]/)[0] ?? "").slice(0, 100) + query);
}

function bad(text: string): ProbeError {
  return new ProbeError("http_bad_redirect", `the answer redirects ${text}`);
}
