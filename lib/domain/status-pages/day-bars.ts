import { combinedAvailability, downWithin, type OutageSpan } from "@/lib/domain/checks/availability";
import { intersect, lengthMs, type Span, subtract, union } from "@/lib/domain/core/span";
import { dayNumber, momentOf } from "@/lib/domain/core/zone";
import { DAY_MS } from "@/lib/shared/durations";
import { type PageState, TROUBLES, worstState } from "./page-state";

/** An incident's effect on a monitor, as shown to visitors. */
export interface ImpactSpan extends OutageSpan {
  readonly state: PageState;
  /** Its public slug. Null while visitors can't see it. */
  readonly slug: string | null;
}

export interface DayBar {
  /** `YYYY-MM-DD` on the calendar of the page's zone. */
  readonly date: string;
  readonly state: PageState;
  readonly downSeconds: number;
  /** Percentage of the observed time; null without any, and for groups. */
  readonly availability: number | null;
  /** How long each trouble lasted, worst first. A moment with several counts for the worst. */
  readonly spent: readonly Spent[];
  readonly slugs: readonly string[];
}

export interface Spent {
  readonly state: PageState;
  readonly seconds: number;
}

/** Calendar days in a time zone, oldest first. Most have 24 hours; two a year have 23 or 25. */
export interface DayRange {
  readonly zone: string;
  /** Number of the first day, counted from 1970-01-01. */
  readonly first: number;
  /** Start of each day, followed by the end of the last one. Epoch milliseconds. */
  readonly edges: readonly number[];
}

let lastRange: DayRange | null = null;

/**
 * Returns the `days` days up to and including the one that contains `now`. Caches the last result because all monitors of a
 * page ask for the same range.
 */
export function dayRange(now: number, days: number, zone: string): DayRange {
  const first = dayNumber(now, zone) - days + 1;
  const known = lastRange;
  if (known && known.zone === zone && known.first === first && known.edges.length === days + 1) return known;
  const edges = Array.from({ length: days + 1 }, (_, index) => momentOf((first + index) * DAY_MS, zone));
  lastRange = { zone, first, edges };
  return lastRange;
}

/** Returns the index of the day that contains `at`. Outside 0 … length − 1 before the first and after the last day. */
function dayOf({ edges }: DayRange, at: number): number {
  // Assuming 24-hour days gives the index or a neighbor of it.
  let day = Math.floor((at - (edges[0] ?? 0)) / DAY_MS);
  while (day >= 0 && day < edges.length && at < (edges[day] ?? 0)) day -= 1;
  while (day + 1 < edges.length && day >= 0 && at >= (edges[day + 1] ?? 0)) day += 1;
  return day;
}

/**
 * Returns one bar per day, oldest first. A day without observed time is `empty`, never operational, and so is one entirely
 * within `unwatched` (no checks arrived), unless an incident covers it. Daily downtime adds up to that of `down`, the observed parts
 * that count as down.
 */
export function dayBars(input: {
  range: DayRange;
  observed: readonly Span[];
  impacts: readonly ImpactSpan[];
  down: readonly Span[];
  unwatched?: readonly Span[];
}): DayBar[] {
  const { range } = input;
  const { operational, empty } = ordinaryDays(range);
  const bars = [...empty];
  for (const { first, last } of dayRuns(range, input.observed))
    if (first <= last) bars.splice(first, last - first + 1, ...operational.slice(first, last + 1));
  const observed = [...bars];
  for (const day of daysWithin(range, input.unwatched ?? [])) {
    const unseen = empty[day];
    if (unseen) bars[day] = unseen;
  }
  const troubled = daysOf(range, input.impacts);
  if (troubled.size === 0) return bars;
  for (const day of troubled) {
    const plain = observed[day];
    const [from = 0, to = 0] = range.edges.slice(day, day + 2);
    const seen = intersect(input.observed, [{ from, to }]);
    if (plain) bars[day] = troubledDay(plain, { from, to }, { ...input, seen });
  }
  return bars;
}

/** Returns the first and the last day of the range that each span touches. */
function dayRuns(range: DayRange, spans: readonly Span[]): Array<{ first: number; last: number }> {
  const lastDay = range.edges.length - 2;
  return spans.map(({ from, to }) => ({
    first: Math.max(0, dayOf(range, from)),
    last: Math.min(dayOf(range, to - 1), lastDay),
  }));
}

function daysOf(range: DayRange, spans: readonly Span[]): Set<number> {
  const touched = new Set<number>();
  for (const { first, last } of dayRuns(range, spans))
    for (let day = first; day <= last; day += 1) touched.add(day);
  return touched;
}

/** Returns the days of the range that lie entirely within the spans. */
function daysWithin(range: DayRange, spans: readonly Span[]): number[] {
  if (spans.length === 0) return [];
  const merged = union(spans);
  return [...daysOf(range, merged)].filter((day) => {
    const [from = 0, to = 0] = range.edges.slice(day, day + 2);
    return merged.some((span) => span.from <= from && span.to >= to);
  });
}

/** Builds the bar of a day with incidents. Incidents on an unobserved day don't change its state. */
function troubledDay(
  plain: DayBar,
  day: Span,
  { impacts, down, seen }: Record<"down" | "seen", readonly Span[]> & { impacts: readonly ImpactSpan[] },
): DayBar {
  const own = impacts.filter((span) => span.from < day.to && span.to > day.from);
  const isSeen = plain.state !== "empty";
  const downSeconds = lengthMs(intersect(down, [day])) / 1000;
  return {
    date: plain.date,
    state: isSeen ? worstState(["operational", ...own.map((span) => span.state)]) : "empty",
    downSeconds,
    availability: combinedAvailability([{ observedSeconds: lengthMs(seen) / 1000, downSeconds }]),
    spent: spentOf(own, seen),
    slugs: [...new Set(own.flatMap((span) => (span.slug ? [span.slug] : [])))],
  };
}

function spentOf(impacts: readonly ImpactSpan[], seen: readonly Span[]): Spent[] {
  let left = seen;
  return TROUBLES.flatMap((state) => {
    const caused = impacts.filter((span) => span.state === state);
    if (caused.length === 0) return [];
    const spans = union(caused.flatMap(downWithin));
    const own = intersect(spans, left);
    left = left.flatMap((span) => subtract(span, own));
    return own.length > 0 ? [{ state, seconds: lengthMs(own) / 1000 }] : [];
  });
}

interface OrdinaryDays {
  readonly first: number;
  readonly operational: readonly DayBar[];
  readonly empty: readonly DayBar[];
}
let made: OrdinaryDays = { first: 0, operational: [], empty: [] };

/** Returns bars of days without incidents, created once and shared by all monitors because most bars look like this. */
function ordinaryDays({ first, edges }: DayRange): OrdinaryDays {
  const days = edges.length - 1;
  if (made.first === first && made.empty.length === days) return made;
  const day = (index: number, state: PageState): DayBar => {
    const date = new Date((first + index) * DAY_MS).toISOString().slice(0, 10);
    return Object.freeze({
      date,
      state,
      downSeconds: 0,
      availability: state === "empty" ? null : 100,
      spent: [],
      slugs: [],
    });
  };
  const all = (state: PageState) => Array.from({ length: days }, (_, index) => day(index, state));
  made = { first, operational: all("operational"), empty: all("empty") };
  return made;
}
