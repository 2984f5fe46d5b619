import { ApiError, forbidden } from "@/lib/contract/core/errors";
import type { ApiRequest } from "@/lib/http/request";
import { appUrl, env } from "@/lib/shared/env";
import { missingAppUrl } from "@/lib/shared/missing-app-url";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Protects cookie requests against cross-site use. Writes need a same-origin `Origin` or `Sec-Fetch-Site: same-origin`, and JSON;
 * reads are rejected when the browser reports another site as the source.
 */
export function requireSameOrigin(request: ApiRequest): void {
  const origin = request.headers("origin");
  const site = request.headers("sec-fetch-site");
  const isOwn = isOwnOrigin(request, origin);
  if (SAFE.has(request.method)) {
    const foreign =
      (origin !== undefined && !isOwn) ||
      (site === "cross-site" && request.headers("sec-fetch-mode") !== "navigate");
    if (foreign) throw forbidden(`Other sites cannot use this session.${foreignHint(origin)}`);
    return;
  }
  if (!isOwn && !(origin === undefined && site === "same-origin")) {
    const rule = "Write requests with a session cookie need a same-origin Origin or Sec-Fetch-Site header.";
    throw forbidden(rule + foreignHint(origin));
  }
  requireJson(request);
}

/** Rejects browsers on other sites. Sign-in and setup have no cookie yet, so clients without these headers are allowed. */
export function refuseForeignBrowser(request: ApiRequest): void {
  const origin = request.headers("origin");
  const site = request.headers("sec-fetch-site");
  if (origin === undefined && site === undefined) return;
  if (isOwnOrigin(request, origin) || (origin === undefined && (site === "same-origin" || site === "none")))
    return;
  throw forbidden(`This request must come from the dashboard.${foreignHint(origin)}`);
}

/** Names APP_URL when it may be the reason: a proxy that changes the Host header hides the dashboard's own address. */
function foreignHint(origin: string | undefined): string {
  return origin === undefined || origin === "null" ? "" : missingAppUrl(origin);
}

/** Requires JSON: a form on another site can send text/plain, but not application/json without a preflight. */
function requireJson(request: ApiRequest): void {
  const type = request.headers("content-type");
  if (type === undefined || /^(application\/json|multipart\/form-data)\b/i.test(type)) return;
  throw new ApiError(415, "The content type must be application/json.");
}

/** Returns whether the origin is our own: APP_URL, or the requested host without it. */
export function isOwnOrigin(request: ApiRequest, origin: string | undefined): boolean {
  if (origin === undefined || origin === "null") return false;
  if (origin === new URL(appUrl()).origin) return true;
  const host = request.headers("host");
  return (
    env().APP_URL === undefined &&
    host !== undefined &&
    (origin === `http://${host}` || origin === `https://${host}`)
  );
}
