import { wallOf } from "@/lib/domain/core/zone";
import { DAY_MS } from "@/lib/shared/durations";
import type { Recurrence } from "./recurrence";
import { ruleParts } from "./recurrence-rule";

const CODES = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const WORKING_DAYS = "1,2,3,4,5";

/** The days of a recurrence that words can describe. Weekdays count from Sunday, 0; months from January, 0. */
export type RecurringDays =
  | { readonly kind: "days"; readonly every: number }
  | { readonly kind: "working_days" }
  | { readonly kind: "weeks"; readonly every: number; readonly weekdays: readonly number[] }
  | { readonly kind: "months"; readonly every: number; readonly day: number | "last" }
  | {
      readonly kind: "weekday_of_months";
      readonly every: number;
      /** 1 to 5, or -1 for the last one. */
      readonly place: number;
      readonly weekday: number;
    }
  | { readonly kind: "years"; readonly every: number; readonly month: number; readonly day: number };

/** Parts of a sentence about a recurrence. Times are wall-clock times of its zone, to be read as UTC. */
export interface RecurrencePattern {
  readonly rule: string;
  readonly timeZone: string;
  /** Null for a rule that is too complex for words. */
  readonly days: RecurringDays | null;
  readonly starts: Date;
  readonly ends: Date;
  /** Calendar days from the start to the end of a window. */
  readonly nights: number;
  readonly count: number | null;
  /** The last day. */
  readonly until: Date | null;
}

/** Returns the parts of a sentence about a recurrence whose windows last `durationMs`. */
export function recurrencePattern(recurrence: Recurrence, durationMs: number): RecurrencePattern {
  const { rule, timeZone } = recurrence;
  const parts = ruleParts(rule);
  const starts = new Date(wallOf(recurrence.firstStart.getTime(), timeZone));
  const ends = new Date(starts.getTime() + durationMs);
  const count = parts.get("COUNT");
  return {
    rule,
    timeZone,
    days: daysOf(parts, starts),
    starts,
    ends,
    nights: Math.floor(ends.getTime() / DAY_MS) - Math.floor(starts.getTime() / DAY_MS),
    count: count === undefined ? null : Number(count),
    until: untilOf(parts.get("UNTIL")),
  };
}

function daysOf(parts: ReadonlyMap<string, string>, starts: Date): RecurringDays | null {
  const every = Number(parts.get("INTERVAL") ?? "1");
  const by = [...parts.keys()].filter((name) => name.startsWith("BY"));
  const only = by[0] ?? null;
  if (by.length > 1) return null;
  const day = starts.getUTCDate();
  switch (parts.get("FREQ")) {
    case "DAILY":
      return only === null ? { kind: "days", every } : null;
    case "WEEKLY":
      return only === null || only === "BYDAY" ? weeksOf(parts.get("BYDAY"), starts, every) : null;
    case "MONTHLY":
      if (only === null) return { kind: "months", every, day };
      return monthsOf(parts.get("BYDAY"), parts.get("BYMONTHDAY"), every);
    case "YEARLY":
      return only === null ? { kind: "years", every, month: starts.getUTCMonth(), day } : null;
    default:
      return null;
  }
}

function weeksOf(byDay: string | undefined, starts: Date, every: number): RecurringDays | null {
  const weekdays = byDay?.split(",").map((code) => CODES.indexOf(code)) ?? [starts.getUTCDay()];
  if (weekdays.includes(-1)) return null;
  if (every === 1 && weekdays.length === 7) return { kind: "days", every };
  if (every === 1 && [...weekdays].sort().join() === WORKING_DAYS) return { kind: "working_days" };
  return { kind: "weeks", every, weekdays };
}

function monthsOf(
  byDay: string | undefined,
  monthDay: string | undefined,
  every: number,
): RecurringDays | null {
  if (monthDay === "-1") return { kind: "months", every, day: "last" };
  if (monthDay) return /^\d+$/.test(monthDay) ? { kind: "months", every, day: Number(monthDay) } : null;
  const [, place = "", code = ""] = /^\+?(-1|[1-5])(\w\w)$/.exec(byDay ?? "") ?? [];
  const weekday = CODES.indexOf(code);
  return weekday < 0 ? null : { kind: "weekday_of_months", every, place: Number(place), weekday };
}

function untilOf(until: string | undefined): Date | null {
  if (!until) return null;
  return new Date(
    Date.UTC(Number(until.slice(0, 4)), Number(until.slice(4, 6)) - 1, Number(until.slice(6, 8))),
  );
}
