import type { Recurrence } from "./recurrence";
import { type RecurrencePattern, type RecurringDays, recurrencePattern } from "./recurrence-pattern";

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const ORDINALS: Record<number, string> = { 1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth" };

/**
 * Describes a recurrence in words, such as `every Tuesday, 02:00–03:00 Europe/Berlin`. Falls back to the rule itself if it
 * is too complex.
 */
export function recurrenceSentence(recurrence: Recurrence, durationMs: number): string {
  return patternSentence(recurrencePattern(recurrence, durationMs));
}

/** Formats the parts of a sentence about a recurrence. */
export function patternSentence(pattern: RecurrencePattern): string {
  const { rule, timeZone, days, starts } = pattern;
  const hours = `${clock(starts)}–${endText(pattern)} ${timeZone}`;
  if (days === null) return `by the rule ${rule}, first at ${hours}`;
  return `${daysText(days)}, ${hours}${endingText(pattern)}`;
}

function daysText(days: RecurringDays): string {
  switch (days.kind) {
    case "days":
      return each(days.every, "day");
    case "working_days":
      return "Monday to Friday";
    case "weeks": {
      const names = list(days.weekdays.map((day) => DAYS[day] ?? ""));
      return days.every === 1 ? `every ${names}` : `every ${days.every} weeks on ${names}`;
    }
    case "months":
      return `on ${days.day === "last" ? "the last day" : `day ${days.day}`} of ${each(days.every, "month")}`;
    case "weekday_of_months":
      return `on the ${ORDINALS[days.place] ?? "last"} ${DAYS[days.weekday]} of ${each(days.every, "month")}`;
    case "years":
      return `${each(days.every, "year")} on ${month(new Date(Date.UTC(2000, days.month)))} ${days.day}`;
  }
}

function each(every: number, unit: string): string {
  return every === 1 ? `every ${unit}` : `every ${every} ${unit}s`;
}

function endingText({ count, until }: RecurrencePattern): string {
  if (count !== null) return count === 1 ? ", once" : `, ${count} times`;
  return until ? `, until ${month(until)} ${until.getUTCDate()}, ${until.getUTCFullYear()}` : "";
}

function endText({ ends, nights }: RecurrencePattern): string {
  if (nights === 0) return clock(ends);
  return `${clock(ends)} ${nights === 1 ? "the next day" : `${nights} days later`}`;
}

const clock = (date: Date) => date.toISOString().slice(11, 16);
const month = (date: Date) => date.toLocaleString("en-US", { month: "long", timeZone: "UTC" });

function list(words: readonly string[]): string {
  if (words.length < 3) return words.join(" and ");
  return `${words.slice(0, -1).join(", ")}, and ${words.at(-1)}`;
}
