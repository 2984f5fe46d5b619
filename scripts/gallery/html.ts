import { escapeHtml } from "@/lib/shared/text/escape-html";

/** Renders a gallery page: each message under its name, in the vendor's style. */
export function galleryPage(title: string, style: string, items: readonly [string, string][]): string {
  const parts = items.map(([name, html]) => `<h2>${escapeHtml(name)}</h2>${html}`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><style>
*{box-sizing:border-box}body{margin:0;padding:12px;font:15px/1.46 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,"Noto Color Emoji",sans-serif}
h2{font:600 11px/1.4 ui-monospace,monospace;opacity:.6;margin:20px 0 6px;text-transform:uppercase}
h2:first-child{margin-top:0}${style}</style></head><body>${parts.join("\n")}</body></html>`;
}
