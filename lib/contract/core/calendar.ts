import { isTimeZone } from "./time-zone";

/** A repeating time, as lists of allowed values. Local to a time zone. */
export interface Calendar {
  /** Null for every year. */
  readonly years: readonly number[] | null;
  readonly months: readonly number[];
  /** Days of the month; negative ones count from its end, -1 being the last. */
  readonly days: readonly number[];
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
  /** One matching day, by date or by weekday, is enough, as in a cron expression that restricts both. */
  readonly isEitherDay: boolean;
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
  /** A zone that the expression names itself. */
  readonly zone: string | null;
  /** Whether a time that a clock change repeats counts twice. */
  readonly repeats: boolean;
  /** When a time counts that a clock change skips. */
  readonly skipped: "after the gap" | "never";
}

/** Describes the error in an expression, and the character it's at, counted from 1. */
export class CalendarError extends Error {
  constructor(
    readonly position: number,
    readonly problem: string,
  ) {
    super(`${problem} at character ${position}`);
  }
}

interface Part {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const SECOND: Part = { name: "second", min: 0, max: 59 };
const MINUTE: Part = { name: "minute", min: 0, max: 59 };
const HOUR: Part = { name: "hour", min: 0, max: 23 };
const DAY: Part = { name: "day", min: 1, max: 31 };
const MONTH: Part = { name: "month", min: 1, max: 12, names: MONTHS };
const WEEKDAY: Part = { name: "weekday", min: 0, max: 7, names: WEEKDAYS };
const YEAR: Part = { name: "year", min: 2000, max: 2099 };

interface Token {
  readonly text: string;
  /** Index of its first character. */
  readonly at: number;
}

function tokensOf(text: string, separator: string, at = 0): Token[] {
  let from = at;
  return text.split(separator).flatMap((part) => {
    const token = { text: part, at: from };
    from += part.length + 1;
    return separator === " " && part === "" ? [] : [token];
  });
}

/** Returns the values of a list such as `1,5-9`, each with an optional step. `range` separates the ends of a range. */
function valuesOf(token: Token, part: Part, range: "-" | ".."): number[] {
  const values = tokensOf(token.text, ",", token.at).flatMap((item) => itemValues(item, part, range));
  return [...new Set(values)].sort((a, b) => a - b);
}

function itemValues(item: Token, part: Part, range: "-" | ".."): number[] {
  const [body = "", step, ...rest] = item.text.split("/");
  const stepAt = item.at + body.length + 1;
  if (rest.length > 0) throw new CalendarError(stepAt + 1, "only one / is allowed");
  const by = step === undefined ? 1 : wholeNumber({ text: step, at: stepAt }, "step");
  if (by < 1) throw new CalendarError(stepAt + 1, "the step must be at least 1");
  const [first = "", last] = body.split(range, 2);
  const isAll = first === "*" && last === undefined;
  const from = isAll ? part.min : oneValue({ text: first, at: item.at }, part);
  const lastAt = item.at + first.length + range.length;
  const open = isAll || step !== undefined ? highest(part) : from;
  const to = last === undefined ? open : oneValue({ text: last, at: lastAt }, part);
  if (to < from) throw new CalendarError(item.at + 1, `the range of the ${part.name} runs backward`);
  return Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => from + index * by);
}

/** Sunday is 0 and 7; a list of all weekdays has it once. */
const highest = (part: Part) => (part === WEEKDAY ? 6 : part.max);

function oneValue({ text, at }: Token, part: Part): number {
  const named = part.names?.indexOf(text.slice(0, 3).toLowerCase()) ?? -1;
  if (named >= 0 && /^[a-z]{3,9}$/i.test(text)) return named + (part === MONTH ? 1 : 0);
  const value = wholeNumber({ text, at }, part.name);
  if (value < part.min || value > part.max)
    throw new CalendarError(at + 1, `the ${part.name} must be from ${part.min} to ${part.max}`);
  return value;
}

function wholeNumber({ text, at }: Token, name: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new CalendarError(at + 1, `the ${name} isn't a number`);
  return Number(text);
}

const weekdaysOf = (values: readonly number[]) => [...new Set(values.map((day) => day % 7))].sort();

/** Parses a cron expression of five fields: minute, hour, day, month, and weekday. */
export function parseCron(text: string): Calendar {
  const fields = tokensOf(text.replaceAll("\t", " "), " ");
  const [minute, hour, day, month, weekday, more] = fields;
  if (more) throw new CalendarError(more.at + 1, "a cron expression has five fields; a sixth starts");
  if (!minute || !hour || !day || !month || !weekday)
    throw new CalendarError(
      text.length + 1,
      `a cron expression has five fields, and this has ${fields.length}; it ends`,
    );
  const isInterval = minute.text.startsWith("*") || hour.text.startsWith("*");
  return {
    years: null,
    months: valuesOf(month, MONTH, "-"),
    days: valuesOf(day, DAY, "-"),
    weekdays: weekdaysOf(valuesOf(weekday, WEEKDAY, "-")),
    isEitherDay: !day.text.startsWith("*") && !weekday.text.startsWith("*"),
    hours: valuesOf(hour, HOUR, "-"),
    minutes: valuesOf(minute, MINUTE, "-"),
    seconds: [0],
    zone: null,
    // As in Debian's cron, jobs at fixed times run once on every day, and those of an interval go on with the clock.
    repeats: isInterval,
    skipped: isInterval ? "never" : "after the gap",
  };
}

/** The names that systemd.time(7) defines. */
const SHORTHANDS: Readonly<Record<string, string>> = {
  minutely: "*-*-* *:*:00",
  hourly: "*-*-* *:00:00",
  daily: "*-*-* 00:00:00",
  monthly: "*-*-01 00:00:00",
  weekly: "Mon *-*-* 00:00:00",
  yearly: "*-01-01 00:00:00",
  annually: "*-01-01 00:00:00",
  quarterly: "*-01,04,07,10-01 00:00:00",
  semiannually: "*-01,07-01 00:00:00",
  "semi-annually": "*-01,07-01 00:00:00",
  biannually: "*-01,07-01 00:00:00",
  "bi-annually": "*-01,07-01 00:00:00",
};

/** Parses an `OnCalendar` expression of systemd: weekdays, date, time, and time zone, each optional. */
export function parseOnCalendar(text: string): Calendar {
  const tokens = tokensOf(text, " ").flatMap((token) =>
    tokensOf(SHORTHANDS[token.text.toLowerCase()] ?? token.text, " ", token.at),
  );
  const take = (fits: (text: string) => boolean) =>
    tokens[0] && fits(tokens[0].text) ? tokens.shift() : undefined;
  const weekday = take((each) => /^[a-z]{3}/i.test(each) && !isTimeZone(each));
  const date = take((each) => /^[\d*].*[-~]/.test(each));
  const time = take((each) => each.includes(":"));
  const zone = take(isTimeZone);
  const [unknown] = tokens;
  if (unknown) throw new CalendarError(unknown.at + 1, "a weekday, date, time, or time zone was expected");
  if (!weekday && !date && !time) throw new CalendarError(1, "a weekday, date, or time was expected");
  return {
    ...dateOf(date ?? { text: "*-*", at: 0 }),
    weekdays: weekday ? weekdaysOf(weekdayValues(weekday)) : [0, 1, 2, 3, 4, 5, 6],
    isEitherDay: false,
    ...timeOf(time ?? { text: "00:00", at: 0 }),
    zone: zone?.text ?? null,
    repeats: false,
    skipped: "never",
  };
}

/** A range of weekdays may end on Sunday, which is 0 here. */
function weekdayValues(token: Token): number[] {
  return tokensOf(token.text, ",", token.at).flatMap((item) => {
    const [first = "", last = first] = item.text.split(/\.\.|-/);
    const from = oneValue({ text: first, at: item.at }, WEEKDAY) % 7;
    const to = oneValue({ text: last, at: item.at + item.text.length - last.length }, WEEKDAY) % 7;
    return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7);
  });
}

function dateOf({ text, at }: Token): Pick<Calendar, "years" | "months" | "days"> {
  const fromEnd = text.indexOf("~");
  const parts = tokensOf(text.replace("~", "-"), "-", at);
  if (parts.length < 2 || parts.length > 3)
    throw new CalendarError(at + 1, "a date such as *-*-01 was expected");
  const [year, month = { text: "*", at }, day = { text: "*", at }] =
    parts.length === 3 ? parts : [undefined, ...parts];
  return {
    years: !year || year.text === "*" ? null : valuesOf(year, YEAR, ".."),
    months: valuesOf(month, MONTH, ".."),
    days: fromEnd >= 0 ? lastDays(day) : valuesOf(day, DAY, ".."),
  };
}

/** Returns days counted from the end of the month, as negative numbers. A step leads to the end: `07/1` is the last seven days. */
function lastDays(token: Token): number[] {
  return tokensOf(token.text, ",", token.at).flatMap((item) => {
    const [body = "", step] = item.text.split("/");
    const isOpen = step !== undefined && /^\d/.test(body) && !body.includes("..");
    if (!isOpen) return valuesOf(item, DAY, "..").map((value) => -value);
    const first = oneValue({ text: body, at: item.at }, DAY);
    // The same steps as from the first day of a month with this many days.
    const counted = valuesOf({ text: `1/${step}`, at: item.at + body.length - 1 }, DAY, "..");
    return counted.filter((value) => value <= first).map((value) => value - first - 1);
  });
}

function timeOf({ text, at }: Token): Pick<Calendar, "hours" | "minutes" | "seconds"> {
  const [hour, minute, second = { text: "0", at }, more] = tokensOf(text, ":", at);
  if (!hour || !minute || more) throw new CalendarError(at + 1, "a time such as 03:00 was expected");
  return {
    hours: valuesOf(hour, HOUR, ".."),
    minutes: valuesOf(minute, MINUTE, ".."),
    seconds: valuesOf(second, SECOND, ".."),
  };
}
