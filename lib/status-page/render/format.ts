import { dayNumber, wallOf } from "@/lib/domain/core/zone";
import type { PageState } from "@/lib/domain/status-pages/page-state";
import { isoSeconds } from "@/lib/shared/clock";

/** The state of a component in words. */
export const STATE_WORDS: Record<PageState, string> = {
  empty: "No data",
  operational: "Operational",
  maintenance: "Under maintenance",
  degraded_performance: "Degraded performance",
  partial_outage: "Partial outage",
  major_outage: "Major outage",
};

export const PROGRESS_WORDS = {
  unknown: "Reported",
  investigating: "Investigating",
  identified: "Identified",
  monitoring: "Monitoring",
  resolved: "Resolved",
} as const;

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** Returns the local time in a zone, to be read with the UTC getters. */
const onWall = (date: Date, zone: string) => new Date(wallOf(date.getTime(), zone));

/** Formats a day in a zone as `21 November`, with the year unless it's the current one. */
export function dayText(date: Date, now: Date, zone: string): string {
  const [wall, today] = [onWall(date, zone), onWall(now, zone)];
  const day = `${wall.getUTCDate()} ${MONTHS[wall.getUTCMonth()]}`;
  return wall.getUTCFullYear() === today.getUTCFullYear() ? day : `${day} ${wall.getUTCFullYear()}`;
}

/** Formats a day in a zone as `21 Nov`. */
export function shortDayText(date: Date, zone: string): string {
  const wall = onWall(date, zone);
  return `${wall.getUTCDate()} ${MONTHS[wall.getUTCMonth()]?.slice(0, 3)}`;
}

/** Formats a month, given by its first day in UTC, as `November 2026`. */
export function monthText(month: Date): string {
  return `${MONTHS[month.getUTCMonth()]} ${month.getUTCFullYear()}`;
}

/** Formats a time as `06:12 UTC` or `07:12 CET`. */
export function clockText(date: Date, zone: string): string {
  return `${isoSeconds(onWall(date, zone)).slice(11, 16)} ${zoneText(date, zone)}`;
}

/** Formats a moment as `06:12 UTC` today, or else `20 November, 06:12 UTC`. */
export function momentText(date: Date, now: Date, zone: string): string {
  const today = dayNumber(date.getTime(), zone) === dayNumber(now.getTime(), zone);
  return today ? clockText(date, zone) : `${dayText(date, now, zone)}, ${clockText(date, zone)}`;
}

const zoneNames = new Map<string, Intl.DateTimeFormat>();

/** Returns the zone's abbreviation at a moment: `CET`, `CEST`, `GMT-5`. */
function zoneText(date: Date, zone: string): string {
  if (zone === "UTC") return "UTC";
  const format =
    zoneNames.get(zone) ?? new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeZoneName: "short" });
  zoneNames.set(zone, format);
  return format.formatToParts(date).find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

/** Formats a percentage with two decimals, rounded down so that 99.999 never shows as 100. */
export function percentText(value: number | null): string {
  if (value === null) return "No data";
  return value === 100 ? "100 %" : `${(Math.floor(value * 100) / 100).toFixed(2)} %`;
}

/** Formats an availability with its window: `99.95 % over 90 days`. */
export function availabilityText(
  { availability, trackedSince }: { readonly availability: number | null; readonly trackedSince: Date },
  { settings, now }: { readonly settings: Window; readonly now: Date },
): string {
  const percent = percentText(availability);
  return availability === null ? percent : `${percent} ${windowText(trackedSince, settings, now)}`;
}

interface Window {
  /** In days. */
  readonly timeframe: number;
  readonly timeZone: string;
}

/** Returns the window of an availability: `over 90 days`, or `since 12 Nov` if monitoring began within it. */
export function windowText(trackedSince: Date, { timeframe, timeZone }: Window, now: Date): string {
  const firstDay = dayNumber(now.getTime(), timeZone) - timeframe + 1;
  return dayNumber(trackedSince.getTime(), timeZone) > firstDay
    ? `since ${shortDayText(trackedSince, timeZone)}`
    : `over ${timeframe} days`;
}
