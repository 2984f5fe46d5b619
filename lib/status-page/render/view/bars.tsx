import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import type { DayBar } from "@/lib/domain/status-pages/day-bars";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { wordsOf } from "@/lib/status-page/languages/registry";
import type { Words } from "@/lib/status-page/languages/words";
import { dayParts } from "@/lib/status-page/model/day-ranges";
import type { PageSettings } from "@/lib/status-page/model/model";
import { percentText, shortDayText } from "../format";
import { STATE_CLASS } from "../style";

/** Returns `Nov 14`. */
export function dayName(
  day: Pick<DayBar, "date">,
  { language }: { readonly language: PageLanguage },
): string {
  return shortDayText(new Date(`${day.date}T00:00:00Z`), { language, timeZone: "UTC" });
}

/** Returns what happened on a day, worst first: `Major outage, 12 min`. */
export function outcomes({ state, spent }: DayBar, words: Words): { state: DayBar["state"]; text: string }[] {
  if (spent.length > 0)
    return spent.map((each) => ({
      state: each.state,
      text: words.spent(words.states[each.state], words.duration(each.seconds)),
    }));
  return [{ state, text: state === "operational" ? words.component.noDowntime : words.states[state] }];
}

/** Returns the classes that place a day among the bars: its tens and its units. */
function placeClass(index: number): string {
  return `t${Math.floor(index / 10)} u${index % 10}`;
}

// The functions below build strings from numbers, dates, constants, checked slugs, and escaped titles. They're two
// thirds of a page's elements, and as React elements they would be two thirds of its render time.

/** Maximum number of incidents that a day's card and line name. A flapping monitor has hundreds. */
const NAMED_A_DAY = 5;

/** Returns links to the incidents of a day; with many, one to the history instead of the last. */
export function incidentLinks(
  { slugs }: DayBar,
  { titles, settings }: Cards,
): { href: string; text: string }[] {
  const { base } = settings;
  // A slug is a project's prefix and a number. Anything else is dropped.
  const links = slugs
    .filter((slug) => /^[A-Za-z0-9-]+$/.test(slug))
    .map((slug) => ({ href: `${base}/incidents/${slug}`, text: titles.get(slug) ?? slug }));
  if (links.length <= NAMED_A_DAY) return links;
  const text = wordsOf(settings).home.moreOutages(links.length - NAMED_A_DAY);
  return [...links.slice(0, NAMED_A_DAY), { href: `${base}/history`, text }];
}

function dayHtml(look: string, day: DayBar, cards: Cards): string {
  const { settings } = cards;
  const percent = day.availability === null ? "" : ` · ${percentText(day.availability, settings.language)}`;
  // A single outcome has the state of the day.
  const lines = outcomes(day, wordsOf(settings)).map(({ state, text }) =>
    state === day.state ? `<p>${text}</p>` : `<p class="${STATE_CLASS[state]}">${text}</p>`,
  );
  const links = incidentLinks(day, cards).map(
    ({ href, text }) => `<a href="${href}">${escapeHtml(text)}</a>`,
  );
  return `<div ${look} tabindex="0"><div class="card"><b>${dayName(day, settings)}${percent}</b>${lines.join("")}${links.join("")}</div></div>`;
}

interface Cards {
  /** Titles of incidents by slug. */
  readonly titles: ReadonlyMap<string, string>;
  readonly settings: Pick<PageSettings, "base" | "language">;
}

interface BarsProps {
  readonly days: readonly DayBar[];
  /** Null shows bars only: those of a group are its button. */
  readonly cards: Cards | null;
  /** Whether days without trouble have cards, too. */
  readonly every?: boolean;
}

/** Returns where a day begins, as a share of the bars' width. */
function share(index: number, days: readonly DayBar[]): string {
  return `${+((index / days.length) * 100).toFixed(2)}%`;
}

/** Shows one bar per day, today on the right. A day with trouble has a card on hover, focus, and tap. */
export function Bars({ days, cards, every = false }: BarsProps) {
  const { notable, empty } = dayParts(days);
  let inner = '<svg aria-hidden="true">';
  for (const [start, length] of empty)
    inner += `<line class="s0" x1="${share(start, days)}" x2="${share(start + length, days)}"/>`;
  inner += `<line x2="100%" pathLength="${days.length}"/></svg>`;
  // The bars of ordinary days are part of the background already.
  for (const { index, day } of every ? days.map((each, at) => ({ index: at, day: each })) : notable) {
    const look = `class="n ${STATE_CLASS[day.state]} ${placeClass(index)}"`;
    inner += cards ? dayHtml(look, day, cards) : `<span ${look}></span>`;
  }
  // A summary may not contain a div.
  const Box = cards ? "div" : "span";
  // biome-ignore lint/security/noDangerouslySetInnerHtml: numbers, dates, our own words, checked slugs, and escaped titles
  return <Box className={`b ${STATE_CLASS.operational}`} dangerouslySetInnerHTML={{ __html: inner }} />;
}
