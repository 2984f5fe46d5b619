import type { HttpRequest } from "@/lib/contract/protocols/http";

/** Headers that carry secrets by their nature; with the ones a user set they never follow to another origin (T02). */
const HEADERS_FOR_ANY_ORIGIN = new Set(["accept", "accept-language", "accept-encoding", "cache-control"]);

export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly body: string | null;
  /** Whether this hop goes to the origin that the user named. */
  readonly sameOrigin: boolean;
}

/** The bytes of one HTTP/1.1 request. Every check closes its connection. */
export function requestBytes(hop: Hop, request: HttpRequest, userAgent: string): Buffer {
  const secret = hop.sameOrigin && request.user_agent_secret ? ` ${request.user_agent_secret}` : "";
  const own = (request.headers ?? []).filter(
    ({ name }) => hop.sameOrigin || HEADERS_FOR_ANY_ORIGIN.has(name.toLowerCase()),
  );
  const named = new Set(own.map(({ name }) => name.toLowerCase()));
  const body = hop.body === null ? null : Buffer.from(hop.body, "utf8");
  const lines = [
    `${hop.method} ${hop.url.pathname}${hop.url.search} HTTP/1.1`,
    `Host: ${hop.url.host}`,
    `User-Agent: ${userAgent}${secret}`,
    ...(named.has("accept") ? [] : ["Accept: */*"]),
    ...(named.has("accept-encoding") ? [] : ["Accept-Encoding: gzip, deflate, br"]),
    "Connection: close",
    ...own.map(({ name, value }) => `${name}: ${value}`),
    ...(body === null ? [] : [`Content-Length: ${body.length}`]),
    ...(body === null || named.has("content-type") ? [] : ["Content-Type: text/plain; charset=utf-8"]),
  ];
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return body === null ? head : Buffer.concat([head, body]);
}
