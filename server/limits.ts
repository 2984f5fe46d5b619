import type { IncomingMessage, ServerOptions } from "node:http";

const MAX_URL_CHARS = 8192;

/** Limits of the socket layer. A body is limited where it is read. */
export const SERVER_OPTIONS: ServerOptions = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than a balancer's usual 60 s, so that it never reuses a connection that we are closing.
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 5_000,
};

/** Why a request is refused before anything looks at it: `[status, title]`, or null. */
export function refusal(request: IncomingMessage): [number, string] | null {
  const target = request.url ?? "";
  // Absolute-form targets name a second host (T29, T51); `//host` becomes one when it is parsed against a base.
  if (!target.startsWith("/") || target.startsWith("//")) return [400, "The request target must be a path."];
  if (target.length > MAX_URL_CHARS) return [414, `The address is longer than ${MAX_URL_CHARS} characters.`];
  // No Server Actions are compiled: whoever sends this header looks for one (T49).
  if (request.headers["next-action"] !== undefined) return [400, "Server Actions do not exist here."];
  if (request.headersDistinct.host && request.headersDistinct.host.length > 1)
    return [400, "Two Host headers."];
  return null;
}
