import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { ApiError } from "@/lib/contract/core/errors";
import { clientOf } from "@/lib/http/clients/registry";
import { openFrontDoor } from "@/lib/http/forwarded";
import type { ApiReply, ApiRequest } from "@/lib/http/request";
import { type AddressRange, inRanges, plainAddress } from "@/lib/shared/address-ranges";
import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { kumaTarget } from "@/lib/status-page/answer/uptime-kuma";
import { pageCache } from "@/lib/status-page/serve/page-cache";
import { isTemporaryInDatabase } from "@/lib/store/core/database-errors";
import type { DatabaseWatch } from "@/server/database/watch";
import type { PublicPages } from "@/server/pages/public-pages";
import { type HostRules, hostName, hostTarget } from "./hosts";
import { isHealthPath, refusal } from "./limits";
import type { NextApp } from "./next-app";
import { sendPlainPage, sendUnavailable, sendUnknownHost } from "./plain-pages";
import { guardDashboard, guardFile } from "./security-headers";
import { answersSignal } from "./signals";
import { STATIC_PATH } from "./static-files";

/** One year, in seconds. */
const STRICT_TRANSPORT = "max-age=31536000";

/** A segment `.` or `..`, as WHATWG URL parsers read it: percent-encoded and between backslashes too. */
const DOT_SEGMENT = /[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i;

export interface FrontDoorParts {
  readonly rules: HostRules;
  readonly appUrl: string;
  readonly trustedProxies: readonly AddressRange[];
  readonly development: boolean;
  readonly draining: AbortSignal;
  /** Answers `/api/**`, or with `answer` a path of another protocol. */
  readonly api: (
    request: IncomingMessage,
    response: ServerResponse,
    address: string,
    draining: AbortSignal,
    answer?: (request: ApiRequest) => Promise<ApiReply>,
  ) => Promise<void>;
  readonly pages: PublicPages;
  readonly database: DatabaseWatch;
  readonly nextApp: () => Promise<NextApp>;
}

/** Decides by host what a request may reach, then by path which handler answers. */
export function frontDoor(
  parts: FrontDoorParts,
): (request: IncomingMessage, response: ServerResponse) => void {
  openFrontDoor();
  const strict = strictHost(parts.appUrl);
  return (request, response) => {
    if (strict !== null && request.headers.host?.toLowerCase() === strict)
      response.setHeader("Strict-Transport-Security", STRICT_TRANSPORT);
    if (parts.pages.answerFast(request, response)) return;
    route(parts, request, response).catch((error: unknown) => {
      if (error instanceof ApiError)
        return sendPlainPage(response, error.status, "Request rejected", error.message, error.headers);
      if (isTemporaryInDatabase(error)) {
        parts.database.suspect();
        return sendUnavailable(response);
      }
      log.error("request failed", { path: request.url?.split("?")[0], error });
      parts.database.suspect();
      sendPlainPage(response, 500, "Something went wrong", "The error has been logged. Please try again.");
    });
  };
}

/**
 * Returns the host that browsers must use over HTTPS; null without an https APP_URL. Browsers ignore the header over plain HTTP
 * (RFC 6797, section 8.1). Subdomains and custom domains of status pages are left out, because someone else manages their TLS.
 */
function strictHost(appUrl: string): string | null {
  const { protocol, host } = new URL(appUrl);
  return protocol === "https:" ? host : null;
}

async function route(
  parts: FrontDoorParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refused = refusal(request);
  if (refused) return sendPlainPage(response, refused[0], refused[1], "", { Connection: "close" });
  const socketAddress = request.socket.remoteAddress;
  const address = clientAddress(
    socketAddress,
    text(request.headers["x-forwarded-for"]),
    parts.trustedProxies,
  );
  const name = hostName(request.headers.host);
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const local = isLoopbackAddress(socketAddress) || socketAddress === request.socket.localAddress;
  const secure = isSecure(parts, request);
  const target = hostTarget(name, parts.rules, local);
  const isInternal = target.kind === "app" || isInternalName(name);
  if (isInternal && path === "/internal/tls-ask") return answerTlsAsk(request, response);
  if (isHealthPath(path) && (isInternal || !request.headers.host))
    return parts.api(request, response, address, parts.draining);
  if (target.kind === "app") return routeApp(parts, request, response, path, address, secure);
  if (
    target.kind === "unknown" ||
    !(await parts.pages.answerHost(target, request, response, { address, secure }))
  )
    sendUnknownHost(response);
}

async function routeApp(
  parts: FrontDoorParts,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  address: string,
  secure: boolean,
): Promise<void> {
  if (answersSignal(request, response, address)) return;
  const client = clientOf(path);
  if (client) return parts.api(request, response, address, parts.draining, client);
  const kuma = await kumaTarget(path, (request.url ?? "").slice(path.length));
  if (kuma) {
    request.url = kuma;
    return parts.pages.answerPath(request, response, { address, secure });
  }
  if (path === "/api" || path.startsWith("/api/"))
    return parts.api(request, response, address, parts.draining);
  if (path === "/status" || path.startsWith("/status/"))
    return parts.pages.answerPath(request, response, { address, secure });
  // Browsers resolve dots. Next.js would resolve them after the front door has already decided based on a different
  // path.
  if (path.startsWith("/_next/image") || DOT_SEGMENT.test(path))
    return sendPlainPage(response, 404, "Page not found", "");
  if (!parts.development && request.method !== "GET" && request.method !== "HEAD")
    return sendPlainPage(response, 405, "Method not allowed", "Use GET to read this page.", {
      Allow: "GET, HEAD",
    });
  if (!path.startsWith("/_next/") && !(await parts.database.ready())) return sendUnavailable(response);
  forward(parts, request, address, secure);
  if (!parts.development && path.startsWith(`${STATIC_PATH}/`)) guardFile(response);
  else guardDashboard(request, response, parts.development);
  await (await parts.nextApp()).handle(request, response);
}

/** Sets what Next.js knows about the request: only facts from the configuration and the socket. */
function forward(parts: FrontDoorParts, request: IncomingMessage, address: string, secure: boolean): void {
  const host = request.headers.host ?? new URL(parts.appUrl).host;
  for (const header of [
    "forwarded",
    "x-forwarded-port",
    "x-forwarded-server",
    "x-real-ip",
    "x-middleware-subrequest",
  ])
    delete request.headers[header];
  request.headers["x-forwarded-for"] = address;
  request.headers["x-forwarded-host"] = host;
  request.headers["x-forwarded-proto"] = secure ? "https" : "http";
}

function isSecure(parts: FrontDoorParts, request: IncomingMessage): boolean {
  if ("encrypted" in request.socket) return true;
  if (!isTrustedPeer(request.socket.remoteAddress, parts.trustedProxies)) return false;
  return text(request.headers["x-forwarded-proto"])?.split(",").at(-1)?.trim() === "https";
}

/** Returns whether load balancers and proxies use this name: an address or a bare name of their own network, never a page's host. */
function isInternalName(name: string | null): boolean {
  return name !== null && (isIP(name) !== 0 || !name.includes("."));
}

function isLoopbackAddress(address: string | undefined): boolean {
  return address === "127.0.0.1" || address === "::1" || address === "::ffff:127.0.0.1";
}

function text(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(", ") : header;
}

/** Returns whether the socket's peer is a trusted proxy. */
export function isTrustedPeer(socketAddress: string | undefined, trusted: readonly AddressRange[]): boolean {
  return trusted.length > 0 && inRanges(plainAddress(socketAddress ?? ""), trusted);
}

/**
 * Returns the client's address: the socket's, or behind a trusted proxy the last X-Forwarded-For entry that isn't a trusted
 * proxy. Clients can forge that header, so nothing left of the first untrusted entry counts.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trusted: readonly AddressRange[],
): string {
  let address = plainAddress(socketAddress ?? "");
  if (trusted.length === 0 || !forwardedFor) return address;
  const hops = forwardedFor.split(",").map((hop) => plainAddress(hop.trim()));
  while (hops.length > 0 && inRanges(address, trusted)) {
    const previous = hops.pop() ?? "";
    if (isIP(previous) === 0) return address;
    address = previous;
  }
  return address;
}

/**
 * Answers `GET /internal/tls-ask?domain=`, which proxies with on-demand certificates call before they order one.
 * Returns 200 for APP_URL's host, page subdomains, and live custom domains, otherwise 404.
 */
async function answerTlsAsk(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = new URL(request.url ?? "/", "http://ask").searchParams.get("domain");
  const known = asked !== null && (await isOurs(hostName(asked)));
  response.writeHead(known ? 200 : 404, { "Content-Type": "text/plain", "Cache-Control": "no-store" });
  response.end(known ? "known\n" : "unknown\n");
}

async function isOurs(name: string | null): Promise<boolean> {
  if (!name) return false;
  const { APP_URL, STATUS_PAGES_HOST } = env();
  if (APP_URL && name === new URL(APP_URL).hostname) return true;
  const suffix = STATUS_PAGES_HOST ? `.${hostName(STATUS_PAGES_HOST)}` : null;
  if (suffix && name.endsWith(suffix)) {
    return (await pageCache().find("subdomain", name.slice(0, -suffix.length))) !== null;
  }
  // The cache finds a page by its domain only while the domain is live.
  return (await pageCache().find("domain", name)) !== null;
}
