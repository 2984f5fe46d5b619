import type { ServerResponse } from "node:http";
import { missingAppUrl } from "@/lib/shared/missing-app-url";

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;margin:18vh auto;max-width:34rem;padding:0 1.25rem;color-scheme:light dark}h1{font-size:1.4rem}";

/** Sends a plain HTML page without scripts or information about the app. */
export function sendPlainPage(
  response: ServerResponse,
  status: number,
  title: string,
  text: string,
  headers: Record<string, string> = {},
): void {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1><p>${text}</p></html>\n`;
  sendPlainDocument(response, status, html, headers);
}

/** Sends an HTML document that isn't kept, without scripts. */
export function sendPlainDocument(
  response: ServerResponse,
  status: number,
  html: string,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": Buffer.byteLength(html),
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    ...headers,
  });
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
