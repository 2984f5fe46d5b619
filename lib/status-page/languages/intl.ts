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
  return cached(
    `${language} ${timeZone} ${look}`,
    () => new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone }),
  ).format(date);
}

/** Formats a number with at most the given decimals. */
export function numberText(number: number, language: PageLanguage, decimals = 0): string {
  return cached(
    `${language} number ${decimals}`,
    () => new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: decimals }),
  ).format(number);
}

/** Formats a percentage from 0 to 100. */
export function percentageText(percent: number, language: PageLanguage, decimals: number): string {
  return cached(
    `${language} percent ${decimals}`,
    () => new Intl.NumberFormat(localeOf(language), { style: "percent", minimumFractionDigits: decimals }),
  ).format(percent / 100);
}

/** Joins names: `A, B and C`. */
export function listText(names: readonly string[], language: PageLanguage): string {
  return cached(`${language} list`, () => new Intl.ListFormat(localeOf(language))).format(names);
}
