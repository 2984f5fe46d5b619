import type { ServerResponse } from "node:http";

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;margin:18vh auto;max-width:34rem;padding:0 1.25rem;color-scheme:light dark}h1{font-size:1.4rem}";

/** A page of the front door itself: plain HTML, no script, nothing about the app. */
export function sendPlainPage(
  response: ServerResponse,
  status: number,
  title: string,
  text: string,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent) return void response.destroy();
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1><p>${text}</p></html>\n`;
  response.writeHead(status, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    ...headers,
  });
  response.end(response.req.method === "HEAD" ? undefined : body);
}

export function sendUnknownHost(response: ServerResponse): void {
  sendPlainPage(response, 404, "Nothing here", "No page is published at this address.");
}

/** 503 while the database is away: calm, and it says that it will pass by itself. */
export function sendAway(response: ServerResponse): void {
  sendPlainPage(
    response,
    503,
    "One moment",
    "The database can't be reached right now. Checks go on and their results are kept; this page works again by itself. Public status pages stay online.",
    { "Retry-After": "5", Refresh: "5" },
  );
}
