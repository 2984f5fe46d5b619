import type { Impact } from "@/lib/contract/incidents/states";
import { STATE_DAYS, THUMBNAIL_COMPONENTS } from "@/lib/contract/status-pages/state-days";
import type { Theme } from "@/lib/contract/status-pages/theme-schema";
import { mix } from "@/lib/domain/status-pages/contrast";
import type { DayRun } from "@/lib/domain/status-pages/day-runs";
import { BANNER_TINT, coverText, shapeColors } from "@/lib/domain/status-pages/page-colors";
import type { PageState } from "@/lib/domain/status-pages/page-state";
import { STATE_LOOKS } from "@/lib/presenters/core/states";
import { FONT_STACKS } from "./character";

/** The state of a page and of its components. */
export interface ShownPageState {
  readonly current_incident_impact: Impact;
  readonly components: readonly {
    readonly name: string;
    readonly current_incident_impact: Impact;
    readonly recent_days: readonly DayRun[];
  }[];
}

export interface ThumbnailRow {
  readonly name: string;
  readonly state: PageState;
  /** The last 30 days, oldest first. */
  readonly days: readonly DayRun[];
}

/** A page for the pictures of presets: something is slow. */
export const SAMPLE_ROWS: readonly ThumbnailRow[] = [
  { name: "Website", state: "operational", days: [{ state: "operational", days: STATE_DAYS }] },
  {
    name: "Checkout",
    state: "degraded_performance",
    days: [
      { state: "operational", days: STATE_DAYS - 1 },
      { state: "degraded_performance", days: 1 },
    ],
  },
  { name: "Search", state: "operational", days: [{ state: "operational", days: STATE_DAYS }] },
];

/** The dashboard has loaded its own font under another name. */
const DASHBOARD_FONT = "var(--font-sans)";

/** Returns the components of a page as rows. Until the state is known, they have no data. */
export function thumbnailRows(status: ShownPageState | undefined): readonly ThumbnailRow[] {
  return (status?.components ?? [])
    .slice(0, THUMBNAIL_COMPONENTS)
    .map(({ name, current_incident_impact: state, recent_days: days }) => ({
      name,
      state: stateOf(state),
      days,
    }));
}

/** Returns the state of a whole page; `empty` until it is known. */
export function thumbnailState(status: ShownPageState | undefined): PageState {
  return status ? stateOf(status.current_incident_impact) : "empty";
}

/** Returns the banner's text. */
export function bannerWord(state: PageState): string {
  if (state === "empty") return "No data yet";
  return state === "operational" ? "All systems operational" : STATE_LOOKS[state].word;
}

function stateOf(impact: Impact): PageState {
  return impact === "unknown" ? "partial_outage" : impact;
}

/** Returns the colors and sizes of a thumbnail, as the page derives them from its theme. With `all`, it follows the dashboard's scheme. */
export function thumbnailLook(theme: Theme, scheme: "all" | "light" | "dark", state: PageState) {
  const colors = colorsOf(theme, scheme === "dark" ? "dark" : "light", state);
  return {
    ...(scheme === "all" ? paired(colors, colorsOf(theme, "dark", state)) : colors),
    radius: theme.rounded ? theme.radius / 2 : 0,
    font: theme.font === "geist" ? DASHBOARD_FONT : FONT_STACKS[theme.font],
  };
}

function colorsOf(theme: Theme, scheme: "light" | "dark", state: PageState) {
  const palette = theme[scheme];
  const states = shapeColors(palette);
  const onCover: string = coverText(theme.cover[scheme]);
  return {
    background: palette.background,
    card: palette.background_card,
    text: palette.foreground,
    // As light as on the page itself.
    noData: mix(states.empty, 40, palette.background_card),
    banner: mix(states[state], BANNER_TINT, palette.background),
    cover: theme.cover[scheme],
    onCover,
    line: mix(palette.foreground, 14, palette.background),
    states,
  };
}

type Colors = ReturnType<typeof colorsOf>;

function paired({ states: light, ...lights }: Colors, { states: dark, ...darks }: Colors): Colors {
  return { ...pairs(lights, darks), states: pairs(light, dark) };
}

function pairs<Names extends string>(
  light: Record<Names, string>,
  dark: Record<Names, string>,
): Record<Names, string> {
  const names = Object.keys(light) as Names[];
  return Object.fromEntries(
    names.map((name) => [name, `light-dark(${light[name]},${dark[name]})`]),
  ) as Record<Names, string>;
}

/** Chinese, Japanese, and Korean characters, which are twice as wide as Latin ones. */
const FIRST_WIDE = "\u1100";

/** Cuts text to a width, counted in Latin characters. A picture has no ellipsis of its own. */
export function cutText(text: string, width: number): string {
  let used = 0;
  let shown = "";
  for (const character of text) {
    used += character >= FIRST_WIDE ? 2 : 1;
    if (used > width) return `${shown.trimEnd()}…`;
    shown += character;
  }
  return text;
}
