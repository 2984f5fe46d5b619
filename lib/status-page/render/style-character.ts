import type { Theme } from "@/lib/contract/status-pages/theme-schema";
import { BAR_SIZES } from "@/lib/presenters/status-pages/character";

/** The path of the page's own font below the page. */
export const FONT_PATH = "files/geist.woff2";

/** One bar for all days, without gaps. */
const RIBBON = ".b{border-radius:var(--r)}.b svg{border-radius:inherit}.b line:last-child{display:none}";

const HEADERS: Record<Theme["header"], string> = {
  left: "",
  centered: `
.top{flex-direction:column;gap:.75rem;margin-bottom:2rem;text-align:center}
.brand{font-size:1.75rem;line-height:1.25}
.sub>.card{inset-inline-end:auto;left:50%;translate:-50%;text-align:start}
`,
  cover: `
body{overflow-x:clip}
.w{padding-top:0}
.top{background:var(--cover);color:var(--on);margin:0 calc(50% - 50vw) 1.5rem;padding:1.5rem calc(50vw - 50%)}
.top:has(+main>.now){padding-bottom:4rem;margin-bottom:-2.5rem}
.top .btn{background:none;border-color:currentColor}
.sub>.card{color:var(--fg)}.sub .card .btn{border-color:var(--fg);background:var(--fg)}
.top :focus-visible{outline-color:var(--on)}.top .card :focus-visible{outline-color:var(--fg)}
.brand{font-size:1.375rem}.now{position:relative}
`,
};

/** Small type. On wide screens each component has one line: name, bars, figures, state. */
const COMPACT = `
html{font-size:87.5%}
.w{max-width:72rem}
.c{padding-block:.5rem}
@media(min-width:60rem){
.list .c{grid-template-columns:13rem minmax(0,1fr) 16rem 12.5rem}
.c>:first-child{grid-column:1}.list .b{grid-area:1/2;margin:0}.list .f{grid-area:1/3;text-align:end}.st{grid-area:1/4}
.list .ax{padding-inline:14.875rem 31.125rem}.g li>a{padding-inline-end:1.25rem}
}
`;

/** Rules instead of boxes, for cards that nothing sets apart from the page. */
const FLAT = `
.list,.list .c,.list .ax{padding-inline:0}
.list .g li{padding-inline-start:1.25rem}
.list{border-block:1px solid var(--line)}
.inc{padding-block:0}
`;

function isFlat({ border_width, light, dark }: Theme): boolean {
  return [light, dark].every((colors) => colors.background_card === colors.background) && border_width === 0;
}

/** Returns the sizes of the bars as CSS variables. */
export function barSizes({ bars }: Theme): string {
  const { filled, height } = BAR_SIZES[bars];
  return `--g:${filled}px;--e:${Math.round((1 - filled) * 100)}%;--h:${height}rem`;
}

/** Returns the rules by which a theme differs from the default in more than colors and sizes. `base` is the page's path. */
export function characterRules(theme: Theme, base: string): string {
  const { font, density, header, bars } = theme;
  const face = `@font-face{font-family:Geist;font-weight:100 900;font-display:swap;src:url("${base}/${FONT_PATH}")}`;
  return [
    font === "geist" ? face : "",
    HEADERS[header],
    density === "compact" ? COMPACT : "",
    bars === "ribbon" ? RIBBON : "",
    isFlat(theme) ? FLAT : "",
  ].join("");
}
