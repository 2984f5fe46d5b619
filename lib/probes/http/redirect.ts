import { ProbeError } from "../outgoing/probe-error";
import { type Head, valuesOf } from "./head";
import type { Hop } from "./request-text";

export const REDIRECTS_MAX = 5;
const REDIRECT_CODES = new Set([301, 302, 303, 307, 308]);

/** Where an answer leads next; null when it is no redirect. Throws ProbeError `http_bad_redirect`. */
export function nextHop(hop: Hop, head: Head, first: URL): Hop | null {
  if (!REDIRECT_CODES.has(head.statusCode)) return null;
  const [given] = valuesOf(head.headers, "location");
  if (given === undefined) return null;
  const location = textOf(given);
  const url = URL.parse(location, hop.url);
  if (!url || !/^https?:$/.test(url.protocol))
    throw bad(
      `to ${JSON.stringify((location.split(/[?#]/)[0] ?? "").slice(0, 100) + (/[?#]/.test(location) ? "?…" : ""))}: only http and https are followed`,
    );
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

/** Headers are read as Latin-1; an address with other letters is UTF-8 in all but name, as browsers take it. */
function textOf(location: string): string {
  if (!BEYOND_ASCII.test(location)) return location;
  const text = Buffer.from(location, "latin1").toString("utf8");
  return text.includes("\ufffd") ? location : text;
}

const BEYOND_ASCII = /[\x80-\xff]/;

/** An address as it may be shown: what stands in a query is often a ticket. */
export function withoutQuery({ origin, pathname, search }: URL): string {
  return `${origin}${pathname}${search ? "?…" : ""}`;
}

function bad(text: string): ProbeError {
  return new ProbeError("http_bad_redirect", `the answer redirects ${text}`);
}
