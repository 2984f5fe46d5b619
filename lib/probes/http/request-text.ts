import type { HttpRequest } from "@/lib/contract/protocols/http";
import { percentDecoded } from "@/lib/shared/text/percent-decoded";

/** Only these may go to another origin. All other headers, whether standard or set by the user, may carry secrets. */
const HEADERS_FOR_ANY_ORIGIN = new Set(["accept", "accept-language", "accept-encoding", "cache-control"]);

const METHODS_WITH_BODY = new Set(["POST", "PUT", "PATCH"]);
const NO_BODY = "Content-Length: 0\r\n";

export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly body: string | null;
  /** Whether this hop goes to the origin of the monitor's URL. */
  readonly sameOrigin: boolean;
  /** The Cookie header if an earlier hop set cookies for this one; replaces the user's. */
  readonly cookie: string | null;
}

/** Returns whether a header may be sent to another origin than the monitor's. */
export function isForAnyOrigin(name: string): boolean {
  return HEADERS_FOR_ANY_ORIGIN.has(name.toLowerCase());
}

/** Headers that describe a body; they're dropped along with it (RFC 9110 §15.4). */
const OF_A_BODY = /^content-(?:type|encoding|language|location)$/;

/** Returns whether a header that the user set, in lowercase, is sent with this hop. */
function goesTo(hop: Hop, request: HttpRequest, lowerName: string): boolean {
  const isOfBody = OF_A_BODY.test(lowerName);
  if (!hop.sameOrigin && !HEADERS_FOR_ANY_ORIGIN.has(lowerName)) return isOfBody && hop.body !== null;
  if (lowerName === "cookie" && hop.cookie !== null) return false;
  return !isOfBody || hop.method === request.method;
}

/** Returns the user's headers that are sent with this hop. */
export function ownHeaders(hop: Hop, request: HttpRequest): [name: string, value: string][] {
  return (request.headers ?? [])
    .filter(({ name }) => goesTo(hop, request, name.toLowerCase()))
    .map(({ name, value }) => [name, value]);
}

/** Returns one HTTP/1.1 request, with a character for each of its bytes. Every check closes its connection. */
export function requestText(hop: Hop, request: HttpRequest, userAgent: string): string {
  const secret = hop.sameOrigin && request.user_agent_secret ? ` ${request.user_agent_secret}` : "";
  let own = "";
  let named = "|";
  for (const { name, value } of request.headers ?? []) {
    const lower = name.toLowerCase();
    if (!goesTo(hop, request, lower)) continue;
    own += `${name}: ${value}\r\n`;
    named += `${lower}|`;
  }
  let head = `${hop.method} ${hop.url.pathname}${hop.url.search} HTTP/1.1\r\nHost: ${hop.url.host}\r\nUser-Agent: ${userAgent}${secret}\r\n`;
  if (!named.includes("|accept|")) head += "Accept: */*\r\n";
  if (!named.includes("|accept-encoding|")) head += "Accept-Encoding: gzip, deflate, br\r\n";
  if (hop.cookie !== null) own += `Cookie: ${hop.cookie}\r\n`;
  if (hop.url.username !== "" && !named.includes("|authorization|"))
    own += `Authorization: ${basicOf(hop.url)}\r\n`;
  head += `Connection: close\r\n${own}`;
  // Without a length, servers answer 411 to methods that may have a body (RFC 9110 §8.6).
  if (hop.body === null) return `${head}${METHODS_WITH_BODY.has(hop.method) ? NO_BODY : ""}\r\n`;
  const body = Buffer.from(hop.body, "utf8").toString("latin1");
  if (!named.includes("|content-type|")) head += "Content-Type: text/plain; charset=utf-8\r\n";
  return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
}

/** Credentials that a redirect put into its URL go to the host that it names (RFC 7617), as in browsers. */
function basicOf({ username, password }: URL): string {
  const pair = [username, password].map(percentDecoded).join(":");
  return `Basic ${Buffer.from(pair, "utf8").toString("base64")}`;
}
