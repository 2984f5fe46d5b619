import type { IncomingMessage, ServerOptions } from "node:http";

const MAX_URL_CHARS = 8192;

const HEALTH_PATHS: readonly string[] = ["/api/healthz", "/api/readyz", "/api/readyz/pages"];

/** Limits of the socket layer. Bodies are limited where they are read. */
export const SERVER_OPTIONS: ServerOptions = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than a load balancer's usual 60 s, so that the balancer never reuses a connection that is being closed.
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 5_000,
  // Health checks of simple load balancers send no Host; `refusal` requires one from everyone else.
  requireHostHeader: false,
};

/** Returns whether load balancers use this path. */
export function isHealthPath(path: string): boolean {
  return HEALTH_PATHS.includes(path);
}

/** Returns why a request is rejected before any other processing, as `[status, title]`, or null. */
export function refusal(request: IncomingMessage): [number, string] | null {
  const target = request.url ?? "";
  // Absolute-form targets name a second host; `//host` becomes one when it is parsed against a base URL.
  if (!target.startsWith("/") || target.startsWith("//")) return [400, "The request target must be a path."];
  if (target.length > MAX_URL_CHARS) return [414, `The URL must not exceed ${MAX_URL_CHARS} characters.`];
  // The app has no Server Actions, so a request with this header is probing for one.
  if (request.headers["next-action"] !== undefined) return [400, "Server Actions are not supported."];
  if (request.headersDistinct.host && request.headersDistinct.host.length > 1)
    return [400, "The request must have exactly one Host header."];
  if (lacksHost(request)) return [400, "The Host header is missing."];
  if (asksForWebSocket(request)) return [400, "WebSockets are not supported."];
  return null;
}

/** Returns whether a required Host header is missing; HTTP/1.1 requires it (RFC 9112 §3.2). */
function lacksHost({ headers, httpVersion, url = "" }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === "1.1" && !isHealthPath(url.split("?", 1)[0] ?? "");
}

/** WebSocket clients would be confused by a page instead of a handshake. Other upgrades, like h2c, are ignored (RFC 9110 §7.8). */
function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase().includes("websocket") ?? false;
}
