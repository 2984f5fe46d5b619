import type { Palette, Theme } from "@/lib/contract/theme";
import type { PageState } from "@/lib/domain/page-state";

/** Class of a state: it sets `--c`, and icons, bars and banners take their colour from there. */
export const STATE_CLASS: Record<PageState, string> = {
  empty: "s0",
  operational: "s1",
  maintenance: "s2",
  degraded_performance: "s3",
  partial_outage: "s4",
  major_outage: "s5",
};

/** One shape a state, so that colour is never the only sign: paths in a box of 24 × 24, filled even-odd. */
export const SHAPES: Record<PageState, string> = {
  empty: "M12 3a9 9 0 100 18 9 9 0 000-18zm0 2.5a6.5 6.5 0 110 13 6.5 6.5 0 010-13zM8.5 11v2h7v-2z",
  operational: "M12 2a10 10 0 100 20 10 10 0 000-20zm5 7.6-6 6.3-4-4 1.5-1.5 2.5 2.4 4.5-4.7z",
  maintenance: "M4 3h16l1 1v16l-1 1H4l-1-1V4zm4 5v8h2.5V8zm5.5 0v8H16V8z",
  degraded_performance: "M12 2 1.5 21h21zm-1.2 6.5h2.4v6h-2.4zm0 7.5h2.4v2.4h-2.4z",
  partial_outage: "M12 1.5 22.5 12 12 22.5 1.5 12zM7 10.7v2.6h10v-2.6z",
  major_outage:
    "M8 2h8l6 6v8l-6 6H8l-6-6V8zm.9 5.1L7.1 8.9l3.1 3.1-3.1 3.1 1.8 1.8 3.1-3.1 3.1 3.1 1.8-1.8-3.1-3.1 3.1-3.1-1.8-1.8-3.1 3.1z",
};

const LAYOUT = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;-webkit-font-smoothing:antialiased}
.w{max-width:47rem;margin:0 auto;padding:1.25rem 1rem 3rem}
a{color:inherit;text-decoration-color:var(--line);text-underline-offset:.2em}
a:hover{text-decoration-color:currentColor}
:focus-visible{outline:2px solid var(--fg);outline-offset:3px;border-radius:2px}
h1,h2,h3,p,ul,ol{margin:0}ul,ol{padding:0;list-style:none}
.k{position:absolute;left:-99rem}.k:focus{left:1rem;top:1rem;background:var(--bg);padding:.5rem;z-index:3}
.top{display:flex;gap:1rem;align-items:center;justify-content:space-between;flex-wrap:wrap;margin-bottom:1.25rem}
.brand{font-weight:650;font-size:1.125rem;text-decoration:none;display:flex;align-items:center;min-height:2.5rem;overflow-wrap:anywhere}
.brand img{height:2rem;max-width:12rem;object-fit:contain}
.sub{position:relative}
.sub summary,.btn{cursor:pointer;list-style:none;border:1px solid var(--line);border-radius:var(--r);padding:.5rem .875rem;font:inherit;font-size:.9375rem;font-weight:550;background:var(--card);color:inherit}
summary::-webkit-details-marker{display:none}
.sub[open]{flex-basis:100%}.sub[open] summary{display:inline-block;margin-bottom:.75rem}
.card{background:var(--card);border:var(--bw) solid var(--line);border-radius:calc(var(--r)*1.5);padding:1rem 1.125rem}
.sub li{padding:.375rem 0}.sub code{background:var(--bg);border:1px solid var(--line);border-radius:4px;padding:.1em .35em;font-size:.8125rem;overflow-wrap:anywhere}
.now{display:flex;gap:.875rem;align-items:flex-start;background:color-mix(in srgb,var(--c) 14%,var(--bg));border:var(--bw) solid color-mix(in srgb,var(--c) 50%,var(--bg));border-radius:calc(var(--r)*1.5);padding:1.125rem}
.now::before,.st::before{content:"";flex:none;width:24px;height:24px;background:color-mix(in srgb,var(--c) 80%,var(--fg));clip-path:var(--i)}
.now::before{margin:4px 2px;transform:scale(1.2)}
.st::before{margin:-3px;transform:scale(.75)}
.now h1{font-size:1.375rem;line-height:1.3;font-weight:680;letter-spacing:-.01em;overflow-wrap:anywhere}
i{font-style:normal}
.m{color:var(--mu);font-size:.875rem}
.inc{margin-top:.75rem;border-left:4px solid var(--c)}
.inc h2,.inc h3{font-size:1.0625rem;line-height:1.35;font-weight:650;overflow-wrap:anywhere}
.inc h2 a,.inc h3 a{text-decoration:none}.inc h2 a:hover,.inc h3 a:hover{text-decoration:underline}
.md{margin:.5rem 0;overflow-wrap:anywhere}.md>*+*{margin-top:.5rem}.md ul,.md ol{padding-left:1.25rem;list-style:disc}.md ol{list-style:decimal}.md pre{overflow:auto}.md blockquote{margin:0;padding-left:.75rem;border-left:3px solid var(--line)}
.warn{margin-top:.75rem}
section{margin-top:2rem}
section>h2{font-size:1.0625rem;font-weight:650;margin-bottom:.75rem}
.list{padding:0;overflow:hidden}
.list>li+li,.g li+li{border-top:1px solid var(--line)}
summary{cursor:pointer;list-style:none}
.c summary{padding:.875rem 1.125rem .75rem;display:flex;flex-wrap:wrap;gap:0 .75rem;justify-content:space-between;align-items:center}
.c b{font-weight:600;overflow-wrap:anywhere;flex:1 1 0;min-width:40%}
.c summary:hover{background:color-mix(in srgb,var(--fg) 3%,transparent)}
.c summary:focus-visible,.gh:focus-visible{outline-offset:-3px}
.st{display:flex;gap:.375rem;align-items:center;font-size:.875rem;font-weight:400;white-space:nowrap}
.b{display:block;width:100%;height:1.875rem;margin:.5rem 0 .25rem}
.b path{stroke:var(--c);stroke-width:2;stroke-dasharray:.72 .28;fill:none}
.b .s0{stroke:color-mix(in srgb,var(--c) 50%,var(--bg))}
.f{flex-basis:100%;display:flex;justify-content:space-between;gap:.5rem;font-size:.8125rem;color:var(--mu)}
.f::before{content:var(--from)}.f::after{content:"Today"}
.d{padding:0 1.125rem .75rem;font-size:.875rem}
.d li{padding:.375rem 0;border-top:1px dashed var(--line)}
.gh{padding:.875rem 1.125rem;display:flex;justify-content:space-between;gap:.75rem;align-items:center;font-weight:650}
.gh i::after{content:"▾";margin-left:.4rem;display:inline-block;color:var(--mu)}
details[open]>.gh i::after{transform:rotate(180deg)}
.g ul{border-top:1px solid var(--line);background:color-mix(in srgb,var(--fg) 2%,transparent)}
.leg{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-top:.75rem}
.leg li{display:flex;align-items:center;gap:.4rem}
.leg i{width:.625rem;height:.625rem;border-radius:2px;background:var(--c)}
.day{padding:.75rem 0;border-top:1px solid var(--line)}
.day>h3{font-size:.9375rem;font-weight:600}
footer{margin-top:2.5rem;padding-top:1rem;border-top:1px solid var(--line);display:flex;flex-wrap:wrap;gap:.5rem 1.25rem}
form{display:grid;gap:.75rem;margin-top:1rem}label{font-weight:600;display:grid;gap:.375rem}
input{font:inherit;padding:.5rem .75rem;border:1px solid var(--mu);border-radius:var(--r);background:var(--bg);color:inherit;width:100%}
.tl li+li{margin-top:1.25rem}
.cal{height:3.5rem}.cal rect{fill:var(--c)}.cal .s0 rect{fill:color-mix(in srgb,var(--c) 60%,var(--bg))}
.cal a:hover rect,.cal a:focus rect{opacity:.6}
.dl li:target{background:color-mix(in srgb,var(--c) 18%,var(--bg))}
@media(min-width:40rem){.w{padding-top:2.5rem}.now h1{font-size:1.625rem}}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
@media print{.sub,footer{display:none}}
`;

function palette(colors: Palette): string {
  return [
    `--s0:${colors.empty}`,
    `--s1:${colors.operational}`,
    `--s2:${colors.maintenance}`,
    `--s3:${colors.degraded_performance}`,
    `--s4:${colors.partial_outage}`,
    `--s5:${colors.major_outage}`,
    `--bg:${colors.background}`,
    `--fg:${colors.foreground}`,
    `--mu:${colors.foreground_muted}`,
    `--card:${colors.background_card}`,
    "--line:color-mix(in srgb,var(--fg) 14%,var(--bg))",
  ].join(";");
}

const STATES = Object.entries(SHAPES)
  .map(([state, shape]) => {
    const name = STATE_CLASS[state as PageState];
    return `.${name}{--c:var(--${name});--i:path(evenodd,"${shape}")}`;
  })
  .join("");
const MINIFIED = LAYOUT.replace(/\n/g, "");

/** The whole style of a page. Colours and sizes come from the checked theme only (T15). */
export function pageStyle(theme: Theme, scheme: "all" | "dark" | "light", days = 90): string {
  const shape = `--r:${theme.rounded ? "8px" : "0px"};--bw:${theme.border_width}px;--from:"${days} days ago"`;
  const first = scheme === "dark" ? theme.dark : theme.light;
  const colorScheme = scheme === "all" ? "light dark" : scheme;
  const other =
    scheme === "all"
      ? `@media(prefers-color-scheme:dark){:root{${palette(theme.dark)}}.dk{display:block!important}.lt{display:none}}`
      : "";
  const logo = scheme === "dark" ? ".lt{display:none}" : ".dk{display:none}";
  return `:root{color-scheme:${colorScheme};${shape};${palette(first)}}${logo}${STATES}${MINIFIED}${other}`;
}
