import type { IncomingMessage, ServerOptions } from "node:http";

const MAX_URL_CHARS = 8192;

const HEALTH_PATHS: readonly string[] = ["/api/healthz", "/api/readyz", "/api/readyz/pages"];

/** Limits of the socket layer. A body is limited where it is read. */
export const SERVER_OPTIONS: ServerOptions = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than a balancer's usual 60 s, so that it never reuses a connection that we are closing.
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 5_000,
  // Health checks of simple balancers send no Host; `refusal` asks everyone else for one.
  requireHostHeader: false,
};

/** Whether balancers ask at this path. */
export function isHealthPath(path: string): boolean {
  return HEALTH_PATHS.includes(path);
}

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
  if (lacksHost(request)) return [400, "The Host header is missing."];
  if (asksForWebSocket(request)) return [400, "WebSockets aren't available here."];
  return null;
}

/** HTTP/1.1 requires the header (RFC 9112 §3.2). */
function lacksHost({ headers, httpVersion, url = "" }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === "1.1" && !isHealthPath(url.split("?", 1)[0] ?? "");
}

/** A page instead of a handshake would only confuse the client. Other upgrades, like h2c, are ignored (RFC 9110 §7.8). */
function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase().includes("websocket") ?? false;
}
