import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "@/lib/shared/env";
import { pageCache } from "@/lib/status-page/serve/page-cache";
import { hostName } from "./hosts";

/**
 * Answers `GET /internal/tls-ask?domain=`, which proxies with on-demand certificates call before they order one.
 * Returns 200 for APP_URL's host, page subdomains, and live custom domains, otherwise 404.
 */
export async function answerTlsAsk(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
