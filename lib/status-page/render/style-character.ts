import type { PageLanguage } from "@/lib/contract/status-pages/languages";
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

/** On wide screens each component has one line: name, bars, state, figures. Widths in rem. */
function oneLine(name: number, state: number, figures: number): string {
  const inset = 1.125;
  const gap = 0.75;
  const columns = `${name}rem minmax(0,1fr) ${state}rem ${figures}rem`;
  return `
@media(min-width:60rem){
.list .c{grid-template-columns:${columns};padding-block:.5rem}
.list .b{grid-area:1/2;margin:0}.list .f{grid-column:auto;margin:0;text-align:end}
.list .ax{padding-inline:${inset + name + gap}rem ${inset + figures + state + 2 * gap}rem}
}
`;
}
const COMFORTABLE = oneLine(12.5, 11.5, 15.5);
/** Small type, too. */
const COMPACT = `html{font-size:87.5%}.c{padding-block:.5rem}${oneLine(13, 12.5, 16)}`;

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

/** Returns the sizes of the bars and the width of the page by the variables that stand for them in the rules. */
export function sizes({ bars, density }: Theme) {
  const { filled, height } = BAR_SIZES[bars];
  return {
    ...{ w: `${density === "compact" ? 72 : 68}rem`, h: `${height}rem` },
    ...{ g: `${filled}px`, e: `${Math.round((1 - filled) * 100)}%` },
  };
}

/** Languages that the page's own font has no letters for. */
const OTHER_SCRIPTS: readonly PageLanguage[] = ["ar", "ja", "zh"];

/** Returns the address of the page's own font; null if the theme or the language uses another. */
function fontOf({ font }: Theme, base: string, language: PageLanguage): string | null {
  return font === "geist" && !OTHER_SCRIPTS.includes(language) ? `${base}/${FONT_PATH}` : null;
}

/** Returns the link that loads the font beside the document. Otherwise it arrives too late for the first visit, which then shows the system's. */
export function fontLink(theme: Theme, base: string, language: PageLanguage): string {
  const font = fontOf(theme, base, language);
  return font === null ? "" : `<link rel="preload" as="font" crossorigin href="${font}">`;
}

/** Returns the rules by which a theme differs from the default in more than colors and sizes. `base` is the page's path. */
export function characterRules(theme: Theme, base: string, language: PageLanguage): string {
  const { density, header, bars } = theme;
  const font = fontOf(theme, base, language);
  return [
    font === null
      ? ""
      : `@font-face{font-family:Geist;font-weight:400 700;font-display:optional;src:url("${font}")}`,
    HEADERS[header],
    density === "compact" ? COMPACT : COMFORTABLE,
    bars === "ribbon" ? RIBBON : "",
    isFlat(theme) ? FLAT : "",
  ].join("");
}
