import type { HttpRequest } from "@/lib/contract/protocols/http";

/** Headers that carry secrets by their nature; with the ones a user set they never follow to another origin (T02). */
const HEADERS_FOR_ANY_ORIGIN = new Set(["accept", "accept-language", "accept-encoding", "cache-control"]);

const METHODS_WITH_BODY = new Set(["POST", "PUT", "PATCH"]);
const NO_BODY = "Content-Length: 0\r\n";

export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly body: string | null;
  /** Whether this hop goes to the origin that the user named. */
  readonly sameOrigin: boolean;
}

/** Whether a header of this name may go to an origin that the user did not name. */
export function isForAnyOrigin(name: string): boolean {
  return HEADERS_FOR_ANY_ORIGIN.has(name.toLowerCase());
}

/** Says something of a body; without one it goes as well (RFC 9110 §15.4). */
const OF_A_BODY = /^content-(?:type|encoding|language|location)$/;

/** Whether a header that the user set, in lower case, goes to this hop. */
function goesTo(hop: Hop, request: HttpRequest, lowerName: string): boolean {
  if (!hop.sameOrigin && !HEADERS_FOR_ANY_ORIGIN.has(lowerName)) return false;
  const isTurned = hop.method !== request.method;
  return !isTurned || !OF_A_BODY.test(lowerName);
}

/** The headers that the user set, as far as they go to this hop. */
export function ownHeaders(hop: Hop, request: HttpRequest): [name: string, value: string][] {
  return (request.headers ?? [])
    .filter(({ name }) => goesTo(hop, request, name.toLowerCase()))
    .map(({ name, value }) => [name, value]);
}

/** The bytes of one HTTP/1.1 request. Every check closes its connection. */
export function requestBytes(hop: Hop, request: HttpRequest, userAgent: string): Buffer {
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
  head += `Connection: close\r\n${own}`;
  // RFC 9110 §8.6: without a length, servers answer 411 to a method that may have a body.
  if (hop.body === null)
    return Buffer.from(`${head}${METHODS_WITH_BODY.has(hop.method) ? NO_BODY : ""}\r\n`, "latin1");
  const body = Buffer.from(hop.body, "utf8");
  if (!named.includes("|content-type|")) head += "Content-Type: text/plain; charset=utf-8\r\n";
  return Buffer.concat([Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n`, "latin1"), body]);
}
