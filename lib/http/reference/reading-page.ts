import { createHash } from "node:crypto";
import { escapeHtml } from "@/lib/shared/text/escape-html";

export interface ReadingPage {
  readonly html: string;
  /** Content-Security-Policy that allows only the page's own style and script. */
  readonly policy: string;
}

const FONTS = ["archivo", "geist-latin"].map(
  (name) => `<link rel="preload" href="/fonts/${name}.woff2" as="font" type="font/woff2" crossorigin>`,
);
const LINKS = { "/docs": "Guides", "/api/docs": "API", "/": "Dashboard" };

/** Returns a page to read: a dark head, navigation, and the text. `navigation` and `main` are HTML. */
export function readingPage(parts: {
  title: string;
  brand: string;
  head?: string;
  navigation: string;
  main: string;
  /** Rules in addition to those of all pages. */
  style?: string;
  script?: string;
}): ReadingPage {
  const { title, brand, head = "", navigation, main, script = "" } = parts;
  const style = `${STYLE}${parts.style ?? ""}`;
  const links = Object.entries(LINKS)
    .map(([href, text]) => `<a href="${href}"${text === brand ? ' aria-current="true"' : ""}>${text}</a>`)
    .join("");
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><link rel="icon" href="/icon.svg">${FONTS.join("")}${head}<style>${style}</style></head><body><a class="skip" href="#main">Skip to content</a><header><a class="brand" href="/docs" aria-label="Vedette guides"><img src="/icon.svg" alt="" width="24" height="24"><span>Vedette</span></a><nav aria-label="Vedette">${links}</nav><a class="jump" href="#all">Contents</a></header><main id="main">${main}</main><nav id="all" aria-label="${brand}">${navigation}</nav>${script && `<script>${script}</script>`}</body></html>\n`,
    policy: `default-src 'none'; style-src ${hashOf(style)};${script && ` script-src ${hashOf(script)};`} font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}

/** Returns the source for a Content-Security-Policy that allows exactly this text. */
function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** The style sheet of guides and of the API reference: light and dark, the contents below the text on a phone. */
const STYLE = `
:root{--bg:#fafaf8;--ink:#15171a;--quiet:#565b63;--line:#e5e4df;--soft:#f0f0ec;--accent:#3349c6}
@media (prefers-color-scheme:dark){:root{--bg:#0c0d10;--ink:#eceef1;--quiet:#a3aab5;--line:#252931;--soft:#181b21;--accent:#9dadff}}
@font-face{font-family:Geist;src:url(/fonts/geist-latin.woff2);font-weight:100 900;font-display:fallback}
@font-face{font-family:Archivo;src:url(/fonts/archivo.woff2);font-weight:500 700;font-display:fallback}
*{box-sizing:border-box}
html{scroll-padding-top:1.5rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.65 Geist,system-ui,sans-serif}
a{color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:1px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-100vw}.skip:focus{left:1rem;top:1rem;background:var(--bg);padding:.5rem;z-index:1}
header{background:#12151c;color:#eceef1;display:flex;align-items:center;gap:1.5rem;padding:.75rem clamp(1rem,3vw,2rem);font-size:.9rem}
header a{color:#a3aab5;text-decoration:none;padding:.5rem 0}header a:hover,header [aria-current]{color:#fff}header :focus-visible{outline-color:#9dadff}
header .brand{display:flex;align-items:center;gap:.6rem;font-weight:600;color:#fff}header nav{display:flex;gap:1.25rem}header .jump{display:none;margin-left:auto}
main{padding:2.5rem clamp(1rem,4vw,3.5rem) 6rem;max-width:60rem;min-width:0;overflow-wrap:break-word}
#all{padding:1.5rem clamp(1rem,3vw,2rem);font-size:.875rem}
.group{margin:1.25rem 0 .25rem;font-weight:600}.group:first-child{margin-top:0}.group a{color:var(--ink);text-decoration:none}
#all ul,.contents ul{list-style:none;margin:0;padding:0}
#all li a{display:flex;gap:.5rem;align-items:baseline;padding:.3rem .6rem;margin:0 -.6rem;border-radius:6px;color:var(--quiet);text-decoration:none}
#all li a:hover{color:var(--ink)}#all [aria-current]{background:var(--soft);color:var(--ink);font-weight:500}
h1,h2,h3{font-family:Archivo,Geist,system-ui,sans-serif;line-height:1.25;font-weight:600}
h1{font-size:2rem;margin:0 0 1rem}h2{font-size:1.4rem;margin:3rem 0 .75rem}
h3{font-size:1.1rem;margin:2.25rem 0 .25rem}
h4{font-size:.9rem;margin:1.25rem 0 .35rem;color:var(--quiet)}
li{margin:.2rem 0}img{max-width:100%}main img{border:1px solid var(--line);border-radius:8px}@media (prefers-color-scheme:dark){main img{filter:brightness(.85)}}
.contents{display:none;font-size:.875rem}.contents p{margin:0 0 .25rem;font-weight:600}.contents a{color:var(--quiet);text-decoration:none}.contents a:hover{color:var(--ink)}
code{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,monospace;background:var(--soft);padding:.1em .3em;border-radius:4px;overflow-wrap:anywhere}
pre{background:var(--soft);border:1px solid var(--line);border-radius:8px;padding:.85rem 1rem;overflow:auto;margin:.75rem 0}pre code{background:none;padding:0;overflow-wrap:normal}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line);font-weight:400}td code{overflow-wrap:normal}
thead th{color:var(--quiet);font-size:.8rem}
.quiet,small{color:var(--quiet)}h1 small{font-size:1rem;font-weight:500}details summary{cursor:pointer;color:var(--accent);font-size:.9rem}#all summary{color:var(--ink);font-weight:500;padding:.3rem 0}
@media (min-width:56.01rem){body{display:grid;grid-template:auto 1fr/17rem minmax(0,1fr)}header{grid-column:1/-1}main{grid-area:2/2}#all{grid-area:2/1;position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;border-right:1px solid var(--line)}}
@media (min-width:80rem){main:has(>.contents){max-width:76rem;padding-right:18rem;position:relative}.contents{display:block;position:absolute;top:2.75rem;bottom:0;right:1.5rem;width:14rem}.contents div{position:sticky;top:1.5rem}}
@media (max-width:56rem){header .brand span{display:none}header .jump{display:block}main{padding:1.5rem 1rem 3rem}#all{border-top:1px solid var(--line)}}
@media print{header,#all,.contents,.skip{display:none}}
`;
