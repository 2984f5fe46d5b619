import type { Palette, Theme } from "@/lib/contract/status-pages/theme-schema";
import { contrast, mix, SHAPE_CONTRAST, TEXT_CONTRAST } from "./contrast";
import type { PageState } from "./page-state";
import { stateColors } from "./state-colors";

/** Percentages of a state's color in the background of the banner, of a day in the calendar, and of an overdue update. */
export const BANNER_TINT = 14;
export const CALENDAR_TINT = 22;
export const OVERDUE_TINT = 25;
/** Percentage of a state's color in its symbol. The rest is the text color. */
export const SYMBOL_SHARE = 80;
const STEP = 5;

const STATE_NAMES: Record<PageState, string> = {
  operational: "Operational",
  degraded_performance: "Degraded performance",
  partial_outage: "Partial outage",
  major_outage: "Major outage",
  maintenance: "Maintenance",
  empty: "No data",
};
export const PAGE_STATES = Object.keys(STATE_NAMES) as PageState[];

/** Two colors that meet on the page. */
export interface ColorPair {
  /** `Muted text on cards` */
  readonly name: string;
  readonly color: string;
  readonly background: string;
  readonly ratio: number;
  /** The required ratio. */
  readonly need: number;
}

/**
 * Returns the colors in which the page draws each state. A color that can't be seen on the page, such as yellow on white, moves toward
 * the text color until it can.
 */
export function shapeColors(palette: Palette): Readonly<Record<PageState, string>> {
  const known = shown.get(palette);
  if (known) return known;
  const colors = stateColors(palette);
  for (const state of PAGE_STATES) colors[state] = visible(colors[state], palette);
  shown.set(palette, colors);
  return colors;
}

/** Every document of a page asks for the same colors. */
const shown = new WeakMap<Palette, Readonly<Record<PageState, string>>>();

function visible(color: string, palette: Palette): string {
  const { foreground, background } = palette;
  for (let kept = 100; kept > 0; kept -= STEP) {
    const tried = kept === 100 ? color : mix(color, kept, foreground);
    const pairs = [
      contrast(tried, background),
      contrast(tried, palette.background_card),
      contrast(mix(tried, SYMBOL_SHARE, foreground), mix(tried, BANNER_TINT, background)),
    ];
    if (Math.min(...pairs) >= SHAPE_CONTRAST) return tried;
  }
  return foreground;
}

/** Returns black or white, whichever is easier to read on the cover. */
export function coverText(cover: string): "#000000" | "#ffffff" {
  return contrast("#ffffff", cover) >= contrast("#000000", cover) ? "#ffffff" : "#000000";
}

/** Returns every pair of a text or symbol and its background that can appear on the page in a color scheme. */
export function colorPairs(theme: Theme, scheme: "light" | "dark"): ColorPair[] {
  const palette = theme[scheme];
  const cover = theme.cover[scheme];
  const { background, background_card: card, foreground: text, foreground_muted: muted } = palette;
  const colors = shapeColors(palette);
  const pair = (name: string, color: string, on: string, need = TEXT_CONTRAST): ColorPair => ({
    name,
    color,
    background: on,
    ratio: contrast(color, on),
    need,
  });
  return [
    pair("Text on the background", text, background),
    pair("Text on cards", text, card),
    pair("Muted text on the background", muted, background),
    pair("Muted text on cards", muted, card),
    pair("Text on an overdue update", text, mix(colors.degraded_performance, OVERDUE_TINT, background)),
    ...(theme.header === "cover" ? [pair("Text on the cover", coverText(cover), cover)] : []),
    ...PAGE_STATES.flatMap((state) => {
      const color = colors[state];
      const name = STATE_NAMES[state];
      const symbol = mix(color, SYMBOL_SHARE, text);
      const banner = mix(color, BANNER_TINT, background);
      return [
        pair(`Text on the banner “${name}”`, text, banner),
        pair(`Text on the calendar day “${name}”`, text, mix(color, CALENDAR_TINT, background)),
        pair(`${name} in the legend`, color, background, SHAPE_CONTRAST),
        pair(`${name} on cards`, color, card, SHAPE_CONTRAST),
        pair(`${name} symbol on cards`, symbol, card, SHAPE_CONTRAST),
        pair(`${name} symbol on its banner`, symbol, banner, SHAPE_CONTRAST),
      ];
    }),
  ];
}

/** Returns the pairs with too little contrast. */
export function weakPairs(theme: Theme, scheme: "light" | "dark"): ColorPair[] {
  return colorPairs(theme, scheme).filter(({ ratio, need }) => ratio < need);
}
