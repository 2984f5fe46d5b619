const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;margin:18vh auto;max-width:34rem;padding:0 1.25rem;color-scheme:light dark}h1{font-size:1.4rem}";

/** Returns a plain HTML page without scripts or information about the app. */
export function plainPage(title: string, text: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1><p>${text}</p></html>\n`;
}

/** Returns the headers of an HTML document that isn't kept, without scripts. */
export function plainHeaders(html: string): Record<string, string> {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(html)),
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
  };
}
