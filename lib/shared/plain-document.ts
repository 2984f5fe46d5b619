const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;margin:14vh auto;max-width:25rem;padding:0 1.25rem;color-scheme:light dark}h1{font-size:1.5rem;line-height:1.3;margin:0}p{margin:.5rem 0}h1::before{content:'';display:block;height:2.5rem;margin-bottom:1.75rem;background:repeating-linear-gradient(90deg,currentColor 0 .375rem,#0000 0 .625rem);opacity:.25;mask:linear-gradient(90deg,#000 50%,#0000 0 70%,#000 0)}";

/** Returns a plain HTML page without scripts or information about the app. */
export function plainPage(title: string, text: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1><p>${text}</p></html>\n`;
}

/** Returns the headers of an HTML document that isn't cached and has no scripts. */
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
