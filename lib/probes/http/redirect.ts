import type { HttpRequest } from "@/lib/contract/protocols/http";
import { ProbeError } from "../net/probe-error";
import { type Head, readable, valuesOf } from "./head";
import { seemsSecret } from "./redact";
import type { Hop } from "./request-text";
import { sentSecrets } from "./sent-secrets";

export const REDIRECTS_MAX = 5;
/** Only curl follows other codes, except for 300 in Firefox (RFC 9110 §15.4.1). */
const USUAL_CODES = new Set([301, 302, 303, 307, 308]);
const NOT_MODIFIED = 304;
/** Characters in a Location that curl refuses, and that browsers drop or misread. */
const ODD_CHARS = /[\\\p{Cc}]/u;

/** Returns the target of a redirect; null when the response isn't one. As in browsers, an empty Location leads nowhere. */
export function locationOf({ statusCode, headers }: Head): string | null {
  if (statusCode < 300 || statusCode > 399 || statusCode === NOT_MODIFIED) return null;
  const location = valuesOf(headers, "location").find((value) => value !== "");
  return location === undefined ? null : readable(location);
}

export interface NextHop {
  readonly hop: Omit<Hop, "cookie">;
  readonly warning: string | null;
}

/** Returns the next hop; null when the response isn't a redirect. Throws ProbeError `http_bad_redirect`. */
export function nextHop(hop: Hop, head: Head, request: HttpRequest, first: URL): NextHop | null {
  const location = locationOf(head);
  if (location === null) return null;
  const url = location.includes("\0") ? null : URL.parse(location, hop.url);
  if (!url) throw bad(`to an invalid URL: ${shown(location)}`);
  if (!/^https?:$/.test(url.protocol))
    throw bad(`to ${shown(location)}, but only http and https URLs are followed`);
  // RFC 9110 §15.4: 303 becomes GET; 301 and 302 do so for POST, as every browser does; 307 and 308 keep method and body.
  const becomesGet =
    (head.statusCode === 303 && hop.method !== "HEAD") ||
    ([301, 302].includes(head.statusCode) && hop.method === "POST");
  const sameOrigin = hop.sameOrigin && url.origin === first.origin;
  const body = becomesGet ? null : hop.body;
  if (body !== null && !sameOrigin && !isUpgrade(first, url) && holdsSecret(request))
    throw bad(
      `to ${url.host}, but the request body seems to hold a secret, which isn't sent to another origin`,
    );
  return {
    hop: { url, method: becomesGet ? "GET" : hop.method, body, sameOrigin },
    warning: warningFor(url, head, location),
  };
}

/** Redirects that browsers disagree on. */
function warningFor(url: URL, { headers, statusCode }: Head, location: string): string | null {
  if (new Set(valuesOf(headers, "location")).size > 1)
    return "the response redirects to several URLs, which browsers refuse; the first was followed";
  if (url.username || url.password) return "the response redirects to a URL with a username or password";
  if (ODD_CHARS.test(location))
    return "the Location has a backslash or a control character, which curl and browsers read differently (RFC 3986 §2)";
  if (USUAL_CODES.has(statusCode)) return null;
  return `the response redirects with status ${statusCode}, which not all browsers follow`;
}

/** The same site over TLS may get the body that its plain version would have received. */
function isUpgrade(from: URL, to: URL): boolean {
  return (
    from.protocol === "http:" &&
    to.protocol === "https:" &&
    from.hostname === to.hostname &&
    from.port === to.port
  );
}

function holdsSecret({ body, ...request }: HttpRequest): boolean {
  return body !== null && (seemsSecret(body) || sentSecrets({ ...request, body, url: "" }).length > 0);
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
