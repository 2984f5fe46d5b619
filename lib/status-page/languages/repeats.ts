import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import type { RecurrencePattern, RecurringDays } from "@/lib/domain/maintenance/recurrence-pattern";
import { dateText, listText } from "./intl";

type Counted = (count: number) => string;

/** The words for recurring maintenance in a language. */
interface RepeatTexts {
  /** Returns the beginning of the sentence, with its days. */
  readonly repeats: (days: string) => string;
  /** Returns the beginning of the sentence for a rule that is too complex for words. */
  readonly rule: (rule: string) => string;
  readonly joint: string;
  /** From Sunday, in the form that the texts below need. */
  readonly weekdays: readonly [string, string, string, string, string, string, string];
  readonly days: Counted;
  /** Around the day on which a window ends; ` (` and `)` by default. */
  readonly brackets?: readonly [string, string];
  readonly workingDays: string;
  readonly weeks: (every: number, weekdays: string) => string;
  readonly months: Counted;
  readonly dayOf: (day: number, months: string) => string;
  readonly lastDayOf: (months: string) => string;
  /** `place` is 1 to 5, or -1 for the last one. `weekday` is its number, for the words that agree with it. */
  readonly weekdayOf: (place: number, name: string, months: string, weekday: number) => string;
  readonly years: (every: number, date: string) => string;
  /** Returns the day on which a window that passes midnight ends. */
  readonly nights: Counted;
  readonly times: Counted;
  readonly until: (date: string) => string;
}

/** Returns sentences such as `Repeats every Tuesday, 02:00–03:00 Europe/Berlin, 10 times`. */
export function repeats(language: PageLanguage, texts: RepeatTexts): (pattern: RecurrencePattern) => string {
  return (pattern) => {
    const { days, rule, timeZone, starts, ends, nights } = pattern;
    const [before, after] = texts.brackets ?? [" (", ")"];
    const night = nights > 0 ? `${before}${texts.nights(nights)}${after}` : "";
    const hours = `${clock(starts)}–${clock(ends)}${night} ${timeZone}`;
    const said = days === null ? texts.rule(rule) : texts.repeats(daysText(days, language, texts));
    return [said, hours, ...ending(pattern, language, texts)].join(texts.joint);
  };
}

function daysText(days: RecurringDays, language: PageLanguage, texts: RepeatTexts): string {
  const name = (weekday: number) => texts.weekdays[weekday] ?? "";
  switch (days.kind) {
    case "days":
      return texts.days(days.every);
    case "working_days":
      return texts.workingDays;
    case "weeks":
      return texts.weeks(days.every, listText(days.weekdays.map(name), language));
    case "months":
      return days.day === "last"
        ? texts.lastDayOf(texts.months(days.every))
        : texts.dayOf(days.day, texts.months(days.every));
    case "weekday_of_months":
      return texts.weekdayOf(days.place, name(days.weekday), texts.months(days.every), days.weekday);
    case "years": {
      const date = new Date(Date.UTC(2000, days.month, days.day));
      return texts.years(days.every, dayText(date, language, { day: "numeric", month: "long" }));
    }
  }
}

function ending({ count, until }: RecurrencePattern, language: PageLanguage, texts: RepeatTexts): string[] {
  if (count !== null) return [texts.times(count)];
  if (until === null) return [];
  return [texts.until(dayText(until, language, { day: "numeric", month: "long", year: "numeric" }))];
}

const clock = (date: Date) => date.toISOString().slice(11, 16);
const dayText = (date: Date, language: PageLanguage, options: Intl.DateTimeFormatOptions) =>
  dateText(date, { language, timeZone: "UTC" }, `repeats ${options.year ?? ""}`, options);
