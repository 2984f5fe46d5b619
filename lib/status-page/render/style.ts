import { directionOf } from "@/lib/contract/status-pages/languages";
import type { Theme } from "@/lib/contract/status-pages/theme-schema";
import { coverText, shapeColors } from "@/lib/domain/status-pages/page-colors";
import type { PageState } from "@/lib/domain/status-pages/page-state";
import { stateColors } from "@/lib/domain/status-pages/state-colors";
import { FONT_STACKS, SHAPES } from "@/lib/presenters/status-pages/character";
import { Recent } from "@/lib/shared/recent";
import type { PageSettings } from "@/lib/status-page/model/model";
import { characterRules, fontLink, sizes } from "./style-character";
import { BASE, GROUPS_RIGHT_TO_LEFT, OPTIONAL, PARTS, RIGHT_TO_LEFT } from "./style-rules";

/** The CSS class of each state. It sets `--c`, the color of icons, bars, and banners. */
export const STATE_CLASS: Record<PageState, string> = {
  empty: "s0",
  operational: "s1",
  maintenance: "s2",
  degraded_performance: "s3",
  partial_outage: "s4",
  major_outage: "s5",
};

export type StylePart = keyof typeof PARTS;

/** Returns the color of a state in badges and icons, which other pages show on any background. */
export function imageColor({ light }: Theme, state: PageState): string {
  return state === "empty" ? light.foreground_muted : stateColors(light)[state];
}

type Scheme = "light" | "dark";

function variables(theme: Theme, scheme: Scheme): Array<readonly [string, string]> {
  const { header, cover, [scheme]: colors } = theme;
  return [
    ["bg", colors.background],
    ["fg", colors.foreground],
    ["mu", colors.foreground_muted],
    ["card", colors.background_card],
    ...(header === "cover"
      ? ([
          ["cover", cover[scheme]],
          ["on", coverText(cover[scheme])],
        ] as const)
      : []),
  ];
}

/** Returns the colors of a scheme: variables of the document, and the color of each state's class. With `base`, only those that differ. */
function palette(theme: Theme, scheme: Scheme, base?: Scheme): { root: string; states: string } {
  const known = new Map(base && variables(theme, base));
  const root = variables(theme, scheme).filter(([name, color]) => known.get(name) !== color);
  const usual = base && shapeColors(theme[base]);
  const states = Object.entries(shapeColors(theme[scheme])) as Array<[PageState, string]>;
  return {
    root: root.map(([name, color]) => `--${name}:${shortHex(color)};`).join(""),
    states: states
      .filter(([state, color]) => usual?.[state] !== color)
      .map(([state, color]) => `.${STATE_CLASS[state]}{--c:${shortHex(color)}}`)
      .join(""),
  };
}

/** Returns `#fff` for `#ffffff`. */
function shortHex(color: string): string {
  const pairs = color.match(/[\da-f]{2}/gi) ?? [];
  return pairs.every(([first, second]) => first === second)
    ? `#${pairs.map(([first]) => first).join("")}`
    : color;
}

/** The prefix of the class of a state that is shown with its symbol. */
const WITH_SYMBOL = ['class="st ', 'class="now '];

/** Returns the classes of the states whose symbols the markup shows, sorted. */
function shapedStates(markup: string): string[] {
  const classes = new Set<string>();
  for (const before of WITH_SYMBOL) {
    for (let at = markup.indexOf(before); at >= 0; at = markup.indexOf(before, at + before.length)) {
      const start = at + before.length;
      classes.add(markup.slice(start, start + STATE_CLASS.empty.length));
    }
  }
  return [...classes].sort();
}

type StyleOf = Pick<PageSettings, "theme" | "colorScheme" | "timeframe" | "language"> &
  Partial<Pick<PageSettings, "files" | "root">>;

/** Everything that determines a document's style. Documents of a page differ only in `part` and in what their markup shows. */
interface Look extends Omit<StyleOf, "files"> {
  readonly part: StylePart;
  readonly hasLogo: boolean;
  /** Classes of the states whose symbols the markup shows. */
  readonly shaped: readonly string[];
  /** The texts of `OPTIONAL` that the markup contains. */
  readonly optional: readonly string[];
}

function lookOf(markup: string, settings: StyleOf, part: StylePart): Look {
  const { theme, colorScheme, timeframe, language, root, files } = settings;
  return {
    ...{ theme, colorScheme, timeframe, language, root, part },
    hasLogo: Boolean(files && (files.logo_light || files.logo_dark)),
    shaped: shapedStates(markup),
    optional: OPTIONAL.map(([text]) => text).filter((text) => markup.includes(text)),
  };
}

/** Returns the rules that a document needs in addition to those of all documents. */
function extras({ part, hasLogo, optional, colorScheme, theme, root, language }: Look): string {
  const isMirrored = directionOf(language) === "rtl";
  return [
    ...OPTIONAL.map(([text, rules]) => optional.includes(text) && rules),
    hasLogo && ".brand img{height:2rem;max-width:12rem;object-fit:contain}",
    hasLogo && (colorScheme === "dark" ? ".lt{display:none}" : ".dk{display:none}"),
    hasLogo &&
      colorScheme === "all" &&
      "@media(prefers-color-scheme:dark){.dk{display:block}.lt{display:none}}",
    PARTS[part],
    characterRules(theme, root ?? "", language),
    isMirrored && RIGHT_TO_LEFT,
    isMirrored && optional.includes('class="g"') && GROUPS_RIGHT_TO_LEFT,
  ]
    .filter(Boolean)
    .join("");
}

/** Characters of all cached styles. One takes about 9,000. */
const MAX_CACHED = 2_000_000;
const styles = new Recent<string>(MAX_CACHED, (style) => style.length);

/** Puts the style into a document, whose `<style>` is empty. */
export function styled(markup: string, settings: StyleOf, part: StylePart): string {
  const look = lookOf(markup, settings, part);
  const key = JSON.stringify(look);
  let style = styles.get(key);
  if (style === undefined) {
    style = styleOf(look);
    styles.set(key, style);
  }
  const link = fontLink(settings.theme, settings.root ?? "", settings.language);
  return markup.replace("<style></style>", () => `${link}<style>${style}</style>`);
}

/**
 * Returns the whole style of a document, without the rules that its markup doesn't need. Colors and sizes come only from the validated
 * theme, so that no CSS can be injected.
 */
function styleOf(look: Look): string {
  const { colorScheme, timeframe, theme } = look;
  const { rounded, radius, border_width: borderWidth, font } = theme;
  const first = colorScheme === "dark" ? "dark" : "light";
  const own = { bw: `${borderWidth}px`, n: String(timeframe), font: FONT_STACKS[font], ...sizes(theme) };
  const both = colorScheme === "all";
  const usual = palette(theme, first);
  const root = `:root{color-scheme:${both ? "light dark" : colorScheme};--r:${rounded ? radius : 0}px;${usual.root}--line:color-mix(in srgb,var(--fg) 14%,var(--bg))}`;
  const other = palette(theme, "dark", "light");
  const inDark = both ? `@media(prefers-color-scheme:dark){:root{${other.root}}${other.states}}` : "";
  const states = (Object.keys(STATE_CLASS) as PageState[]).filter((state) =>
    look.shaped.includes(STATE_CLASS[state]),
  );
  const shapes = states.map((state) => `.${STATE_CLASS[state]}{--i:path(evenodd,"${SHAPES[state]}")}`);
  const values = new Map<string, string>(Object.entries(own));
  const rules = `${BASE}${extras(look)}`
    .replace(/\n/g, "")
    .replace(/var\(--(\w+)\)/g, (whole, name: string) => values.get(name) ?? whole);
  return `${root}${usual.states}${inDark}${shapes.join("")}${rules}`;
}
