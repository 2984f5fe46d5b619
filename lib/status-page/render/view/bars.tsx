import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import type { DayBar } from "@/lib/domain/status-pages/day-bars";
import { wordsOf } from "@/lib/status-page/languages/registry";
import type { Words } from "@/lib/status-page/languages/words";
import { dayParts } from "../day-ranges";
import { shortDayText } from "../format";
import { escapeHtml } from "../markup";
import type { PageSettings } from "../model";
import { STATE_CLASS } from "../style";

/** Returns `14 Nov`. */
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

// The functions below build strings from numbers, dates, constants, checked slugs and escaped titles. They're two thirds of
// a page's elements, and as React elements they would be two thirds of its render time.

function dayHtml(look: string, day: DayBar, { titles, settings }: Cards): string {
  const { base } = settings;
  const lines = outcomes(day, wordsOf(settings)).map(
    ({ state, text }) => `<p class="${STATE_CLASS[state]}">${text}</p>`,
  );
  // A slug is a project's prefix and a number. Anything else is dropped.
  const links = day.slugs
    .filter((slug) => /^[A-Za-z0-9-]+$/.test(slug))
    .map((slug) => `<a href="${base}/incidents/${slug}">${escapeHtml(titles.get(slug) ?? slug)}</a>`);
  return `<div ${look} tabindex="0"><div><b>${dayName(day, settings)}</b>${lines.join("")}${links.join("")}</div></div>`;
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

/** Shows one bar per day, today on the right. A day with trouble has a card on hover, focus, and tap. */
export function Bars({ days, cards, every }: BarsProps) {
  const { notable, empty } = dayParts(days);
  let inner = "";
  const shown = new Set(notable.map(({ index }) => index));
  for (const { index, day } of every ? days.map((each, at) => ({ index: at, day: each })) : notable) {
    // The bar of an ordinary day is part of the background already.
    const state = shown.has(index) ? ` ${STATE_CLASS[day.state]}` : "";
    const look = `class="n${state} ${placeClass(index)}"`;
    inner += cards ? dayHtml(look, day, cards) : `<span ${look}></span>`;
  }
  inner += `<svg viewBox="0 0 ${days.length} 2" preserveAspectRatio="none" aria-hidden="true">`;
  if (empty.length > 0)
    inner += `<path class="s0" d="${empty.map(([start, length]) => `M${start} 1h${length}`).join("")}"/>`;
  inner += `<path d="M0 1h${days.length}"/></svg>`;
  // A summary may not contain a div.
  const Box = cards ? "div" : "span";
  // biome-ignore lint/security/noDangerouslySetInnerHtml: numbers, dates, our own words, checked slugs and escaped titles
  return <Box className="b" dangerouslySetInnerHTML={{ __html: inner }} />;
}
