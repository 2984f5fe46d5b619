import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import { once } from "@/lib/shared/once";

/** English dates have the day first, which readers in most countries expect. Chinese is written in simplified characters. */
const LOCALES: Partial<Record<PageLanguage, string>> = { en: "en-GB", pt: "pt-BR", zh: "zh-Hans" };

/** Returns the locale for dates, numbers and lists of a language. */
export function localeOf(language: PageLanguage): string {
  return LOCALES[language] ?? language;
}

/** Caches formatters, which are expensive to create. There are as many as zones in use times languages. */
function cached<T>(key: string, make: () => T): T {
  return once(`page-intl ${key}`, make);
}

/** The language and the zone in which a text is read. */
export interface Place {
  readonly language: PageLanguage;
  /** IANA time zone. */
  readonly timeZone: string;
}

/** Formats a moment in a language and zone. `look` names the options. */
export function dateText(
  date: Date,
  { language, timeZone }: Place,
  look: string,
  options: Intl.DateTimeFormatOptions,
): string {
  const format = cached(
    `${language} ${timeZone} ${look}`,
    () => new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone }),
  );
  return ordinal(format.format(date), language);
}

/** Writes the first of a month in French as `1er`, which Intl doesn't. */
function ordinal(text: string, language: PageLanguage): string {
  return language === "fr" ? text.replace(/\b1(?= \p{L}|–)/gu, "1er") : text;
}

/** Joins days where Intl writes a range with slashes: `11/18～11/20`. */
const RANGE_JOINTS: Partial<Record<PageLanguage, string>> = { ja: "～", zh: "至" };

/** Formats a range of days, with the year if it's needed. */
export function rangeText(
  range: readonly [Date, Date],
  { language, timeZone }: Place,
  hasYear: boolean,
): string {
  const options = { day: "numeric", month: "long", year: hasYear ? "numeric" : undefined } as const;
  const format = cached(
    `${language} ${timeZone} range ${hasYear}`,
    () => new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone }),
  );
  const joint = RANGE_JOINTS[language];
  return joint
    ? range.map((day) => format.format(day)).join(joint)
    : ordinal(format.formatRange(...range), language);
}

/** Formats a number with at most the given decimals. */
export function numberText(number: number, language: PageLanguage, decimals = 0): string {
  return cached(
    `${language} number ${decimals}`,
    () => new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: decimals }),
  ).format(number);
}

/** Formats a percentage from 0 to 100, without the invisible marks of direction that Intl adds in Arabic. */
export function percentageText(percent: number, language: PageLanguage, decimals: number): string {
  return cached(
    `${language} percent ${decimals}`,
    () => new Intl.NumberFormat(localeOf(language), { style: "percent", minimumFractionDigits: decimals }),
  )
    .format(percent / 100)
    .replaceAll("\u200e", "");
}

/** Joins names: `A, B and C`. */
export function listText(names: readonly string[], language: PageLanguage): string {
  return cached(`${language} list`, () => new Intl.ListFormat(localeOf(language))).format(names);
}
