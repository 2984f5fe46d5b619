import type { ServerResponse } from "node:http";
import { missingAppUrl } from "@/lib/shared/missing-app-url";
import { plainHeaders, plainPage } from "@/lib/shared/plain-document";

/** Sends a plain HTML page without scripts or information about the app. */
export function sendPlainPage(
  response: ServerResponse,
  status: number,
  title: string,
  text: string,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent) return void response.destroy();
  const html = plainPage(title, text);
  response.writeHead(status, { ...plainHeaders(html), ...headers });
  response.end(response.req.method === "HEAD" ? undefined : html);
}

/** Sends 404 for a host that is neither the app nor a page. Names APP_URL when that is probably missing. */
export function sendUnknownHost(response: ServerResponse): void {
  const hint = missingAppUrl(response.req.headers.host);
  sendPlainPage(response, 404, "Page not found", `No page is published at this address.${hint}`);
}

/** Sends 503 while the database is unavailable, with a page that says it's temporary. */
export function sendUnavailable(response: ServerResponse): void {
  sendPlainPage(
    response,
    503,
    "Temporarily unavailable",
    "Vedette can't reach its database right now. Checks continue, and their results are kept. Public status pages stay online. This page reloads by itself.",
    { "Retry-After": "5", Refresh: "5" },
  );
}
