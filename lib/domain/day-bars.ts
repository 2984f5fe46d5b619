import { type PageState, worstState } from "./page-state";

const DAY_MS = 86_400_000;

/** A stretch of time in epoch milliseconds, end excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What an incident did to a monitor. */
export interface ImpactSpan extends Span {
  readonly state: PageState;
  /** Left out of downtime. */
  readonly excluded: boolean;
  /** Its public slug; null while no update of it is published. */
  readonly slug: string | null;
}

export interface DayBar {
  /** `YYYY-MM-DD` in UTC. */
  readonly date: string;
  readonly state: PageState;
  readonly downSeconds: number;
  readonly slugs: readonly string[];
}

/** The union of spans as sorted, disjoint spans. */
export function union(spans: readonly Span[]): Span[] {
  const sorted = spans.filter((span) => span.to > span.from).sort((a, b) => a.from - b.from);
  const merged: Array<{ from: number; to: number }> = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else merged.push({ from: span.from, to: span.to });
  }
  return merged;
}

/** The parts of `spans` that lie inside `window`. Both are disjoint and sorted (`union`). */
export function intersect(spans: readonly Span[], window: readonly Span[]): Span[] {
  const parts: Span[] = [];
  let index = 0;
  for (const span of spans) {
    while (index > 0 && (window[index - 1]?.to ?? 0) > span.from) index -= 1;
    for (let at = index; at < window.length; at += 1) {
      const other = window[at];
      if (!other || other.from >= span.to) break;
      index = at;
      const from = Math.max(span.from, other.from);
      const to = Math.min(span.to, other.to);
      if (to > from) parts.push({ from, to });
    }
  }
  return parts;
}

export function lengthMs(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + span.to - span.from, 0);
}

/** Start of the UTC day, in epoch milliseconds. */
export function dayStart(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS;
}

/**
 * One bar a UTC day, oldest first, today last. A day with no observed time is `empty`, never operational. The bars
 * partition the time: their downtime sums to the downtime of the whole.
 */
export function dayBars(input: {
  days: number;
  now: number;
  observed: readonly Span[];
  impacts: readonly ImpactSpan[];
}): DayBar[] {
  const first = dayStart(input.now) - (input.days - 1) * DAY_MS;
  const { operational, empty } = ordinaryDays(first, input.days);
  const bars = [...empty];
  const dayOf = (at: number) => Math.floor((at - first) / DAY_MS);
  for (const { from, to } of input.observed) {
    const last = Math.min(dayOf(to - 1), input.days - 1);
    for (let day = Math.max(0, dayOf(from)); day <= last; day += 1) {
      const seen = operational[day];
      if (seen) bars[day] = seen;
    }
  }
  const troubled = new Set<number>();
  for (const { from, to } of input.impacts) {
    const last = Math.min(dayOf(to - 1), input.days - 1);
    for (let day = Math.max(0, dayOf(from)); day <= last; day += 1) troubled.add(day);
  }
  if (troubled.size === 0) return bars;
  const counted = intersect(union(input.impacts.filter((span) => !span.excluded)), input.observed);
  for (const day of troubled) {
    const plain = bars[day];
    if (plain) bars[day] = troubledDay(plain, first + day * DAY_MS, input.impacts, counted);
  }
  return bars;
}

/** A day on which something happened. Trouble on a day that nobody observed shows nothing. */
function troubledDay(
  plain: DayBar,
  from: number,
  impacts: readonly ImpactSpan[],
  counted: readonly Span[],
): DayBar {
  const to = from + DAY_MS;
  const own = impacts.filter((span) => span.from < to && span.to > from);
  const seen = plain.state !== "empty";
  return {
    date: plain.date,
    state: seen ? worstState(["operational", ...own.map((span) => span.state)]) : "empty",
    downSeconds: Math.round(lengthMs(intersect(counted, [{ from, to }])) / 1000),
    slugs: [...new Set(own.flatMap((span) => (span.slug ? [span.slug] : [])))],
  };
}

interface OrdinaryDays {
  readonly first: number;
  readonly operational: readonly DayBar[];
  readonly empty: readonly DayBar[];
}
let made: OrdinaryDays = { first: 0, operational: [], empty: [] };

/** Days without a story, made once and shared by all monitors: most bars of most pages are these. */
function ordinaryDays(first: number, days: number): OrdinaryDays {
  if (made.first === first && made.empty.length === days) return made;
  const day = (index: number, state: PageState): DayBar => {
    const date = new Date(first + index * DAY_MS).toISOString().slice(0, 10);
    return Object.freeze({ date, state, downSeconds: 0, slugs: [] });
  };
  const all = (state: PageState) => Array.from({ length: days }, (_, index) => day(index, state));
  made = { first, operational: all("operational"), empty: all("empty") };
  return made;
}

/**
 * 100 × (1 − downtime ÷ observed), rounded down to four decimals so that 99.99996 never shows as 100; null when nothing
 * was observed.
 */
export function availability(observed: readonly Span[], impacts: readonly ImpactSpan[]): number | null {
  const total = lengthMs(observed);
  if (total <= 0) return null;
  const down = lengthMs(intersect(union(impacts.filter((span) => !span.excluded)), observed));
  return Math.floor((1 - down / total) * 1_000_000) / 10_000;
}
