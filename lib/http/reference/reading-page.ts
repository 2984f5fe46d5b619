import { createHash } from "node:crypto";
import { once } from "@/lib/shared/once";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { STYLE } from "./style";

export interface ReadingPage {
  readonly html: string;
  /** Content-Security-Policy that allows only the page's own style. */
  readonly policy: string;
}

const FONTS = ["archivo", "geist-latin"].map(
  (name) => `<link rel="preload" href="/fonts/${name}.woff2" as="font" type="font/woff2" crossorigin>`,
);
const LINKS = { "/docs": "Guides", "/api/docs": "API", "/": "Dashboard" };

/** Returns a page to read, without scripts: a dark head, navigation, and the text. `navigation` and `main` are HTML. */
export function readingPage(parts: {
  title: string;
  brand: string;
  head?: string;
  navigation: string;
  main: string;
}): ReadingPage {
  const { title, brand, head = "", navigation, main } = parts;
  const styleHash = once("reading.style", () => createHash("sha256").update(STYLE).digest("base64"));
  const links = Object.entries(LINKS)
    .map(([href, text]) => `<a href="${href}"${text === brand ? ' aria-current="true"' : ""}>${text}</a>`)
    .join("");
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><link rel="icon" href="/icon.svg">${FONTS.join("")}${head}<style>${STYLE}</style></head><body><a class="skip" href="#main">Skip to content</a><header><a class="brand" href="/docs" aria-label="Vedette guides"><img src="/icon.svg" alt="" width="24" height="24"><span>Vedette</span></a><nav aria-label="Vedette">${links}</nav><a class="jump" href="#all">Contents</a></header><main id="main">${main}</main><nav id="all" aria-label="${brand}">${navigation}</nav></body></html>\n`,
    policy: `default-src 'none'; style-src 'sha256-${styleHash}'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}
