import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import { shownPercent } from "@/lib/domain/checks/availability";
import { dayNumber } from "@/lib/domain/core/zone";
import {
  dateText,
  numberText,
  type Place,
  percentageText,
  rangeText,
} from "@/lib/status-page/languages/intl";
import { wordsOf } from "@/lib/status-page/languages/registry";

/** Formats a day as `November 21`, with the year unless it's the current one. */
export function dayText(date: Date, now: Date, place: Place): string {
  return yearOf(date, place) === yearOf(now, place)
    ? dateText(date, place, "day", { day: "numeric", month: "long" })
    : dateText(date, place, "day of year", { day: "numeric", month: "long", year: "numeric" });
}

/** Formats calendar days, given as UTC midnights, as `November 21` or `18 – November 20`. */
export function daysText(
  { from, to }: { readonly from: Date; readonly to: Date },
  now: Date,
  { language }: { readonly language: PageLanguage },
): string {
  const place = { language, timeZone: "UTC" };
  if (from.getTime() === to.getTime()) return dayText(to, now, place);
  return rangeText([from, to], place, yearOf(from, place) !== yearOf(now, place));
}

const yearOf = (date: Date, place: Place) => dateText(date, place, "year", { year: "numeric" });

/** Formats a day as `Nov 21`. */
export function shortDayText(date: Date, place: Place): string {
  return dateText(date, place, "short day", { day: "numeric", month: "short" });
}

/** Formats a month, given by its first day in UTC, as the heading `November 2026`. */
export function monthText(month: Date, language: PageLanguage): string {
  const place = { language, timeZone: "UTC" };
  return capitalized(dateText(month, place, "month", { month: "long", year: "numeric" }), language);
}

/** Returns a text as it begins a line. */
export function capitalized(text: string, language: PageLanguage): string {
  return text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);
}

/** Formats a time as `06:12 UTC` or `07:12 CET`. */
export function clockText(date: Date, place: Place): string {
  return dateText(date, place, "clock", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  });
}

/** Formats a moment as `06:12 UTC` today, or else `November 20, 06:12 UTC`. */
export function momentText(date: Date, now: Date, place: Place): string {
  const { timeZone } = place;
  const clock = clockText(date, place);
  if (dayNumber(date.getTime(), timeZone) === dayNumber(now.getTime(), timeZone)) return clock;
  return wordsOf(place).moment(dayText(date, now, place), clock);
}

/** Formats a moment with its day and year, for texts that are read later: `November 20, 2026, 06:12 UTC`. */
export function fullMomentText(date: Date, place: Place): string {
  const day = dateText(date, place, "day of year", { day: "numeric", month: "long", year: "numeric" });
  return wordsOf(place).moment(day, clockText(date, place));
}

/** Formats a percentage with two decimals, rounded down so that 99.999 never shows as 100. */
export function percentText(value: number | null, language: PageLanguage): string {
  if (value === null) return wordsOf({ language }).states.empty;
  return value === 100 ? percentageText(100, language, 0) : percentageText(shownPercent(value), language, 2);
}

/** Formats whole milliseconds without false precision: `82 ms`, `1.24 s`, or `under 1 ms` for 0. */
export function responseTimeText(ms: number, language: PageLanguage): string {
  if (ms === 0) return wordsOf({ language }).under(`${numberText(1, language)} ms`);
  return ms < 1000 ? `${numberText(ms, language)} ms` : `${numberText(ms / 1000, language, 2)} s`;
}

interface Availability {
  readonly availability: number | null;
  readonly trackedSince: Date;
}

/** The window of a figure: the page's timeframe up to now. */
interface Reading {
  readonly settings: Window;
  readonly now: Date;
}

/** Formats an availability with its window: `99.95% over 90 days`. */
export function availabilityText({ availability, trackedSince }: Availability, reading: Reading): string {
  const percent = percentText(availability, reading.settings.language);
  return availability === null ? percent : windowText(percent, trackedSince, reading);
}

/** Formats an availability where a heading names the window: with its own only if monitoring began within that. */
export function rowAvailabilityText(row: Availability, reading: Reading): string {
  const isShorter = row.availability !== null && beganWithin(row.trackedSince, reading);
  return isShorter
    ? availabilityText(row, reading)
    : percentText(row.availability, reading.settings.language);
}

interface Window extends Place {
  /** In days. */
  readonly timeframe: number;
}

/** Returns a figure with its window: `… over 90 days`, or `… since Nov 12` if monitoring began within it. */
export function windowText(what: string, trackedSince: Date, reading: Reading): string {
  const { settings } = reading;
  const words = wordsOf(settings);
  return beganWithin(trackedSince, reading)
    ? words.sinceDay(what, shortDayText(trackedSince, settings))
    : words.overDays(what, settings.timeframe);
}

/** Returns whether monitoring began after the first day of the timeframe. */
function beganWithin(trackedSince: Date, { settings, now }: Reading): boolean {
  const { timeframe, timeZone } = settings;
  const firstDay = dayNumber(now.getTime(), timeZone) - timeframe + 1;
  return dayNumber(trackedSince.getTime(), timeZone) > firstDay;
}
