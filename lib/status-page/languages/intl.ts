import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import { wallOf } from "@/lib/domain/core/zone";
import { MINUTE_MS } from "@/lib/shared/durations";
import { once } from "@/lib/shared/once";
import { Recent } from "@/lib/shared/recent";

/** Chinese is written in simplified characters. */
const LOCALES: Partial<Record<PageLanguage, string>> = { en: "en-US", pt: "pt-BR", zh: "zh-Hans" };

/** Returns the locale for dates, numbers, and lists of a language. */
export function localeOf(language: PageLanguage): string {
  return LOCALES[language] ?? language;
}

const MAX_ZONE_NAMES = 20_000;

/** Caches formatters, which are expensive to create. */
function cached<T>(key: string, make: () => T): T {
  const known = formatters.get(key);
  if (known !== undefined) return known as T;
  const made = make();
  formatters.set(key, made);
  return made;
}

const formatters = new Map<string, unknown>();

const MAX_TEXTS = 20_000;
const texts = new Recent<string>(MAX_TEXTS);

/**
 * Caches formatted text. Formatting takes microseconds, and every rendering of a page shows the same days and
 * percentages.
 */
function kept(key: string, write: () => string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = write();
  texts.set(key, text);
  return text;
}

/** The language and the zone in which a text is read. */
export interface Place {
  readonly language: PageLanguage;
  /** IANA time zone. */
  readonly timeZone: string;
}

/** Formats a moment in a language and zone, to the minute at most. `look` names the options. */
export function dateText(
  date: Date,
  { language, timeZone }: Place,
  look: string,
  options: Intl.DateTimeFormatOptions,
): string {
  const wall = wallOf(date.getTime(), timeZone);
  const text = kept(`${language} ${look} ${Math.floor(wall / MINUTE_MS)}`, () => {
    const format = cached(
      `${language} ${look}`,
      () => new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: "UTC" }),
    );
    return corrected(format.format(wall), language);
  });
  return options.timeZoneName && timeZone !== "UTC"
    ? text.replace("UTC", () => zoneName(date, wall, { language, timeZone }))
    : text;
}

/** Returns `CET` or `GMT+9`. A formatter for a zone takes 0.7 ms and 35 KB, so only its answer is kept. */
function zoneName(date: Date, wall: number, { language, timeZone }: Place): string {
  const names = once("page-intl zones", () => new Recent<string>(MAX_ZONE_NAMES));
  const key = `${language} ${timeZone} ${wall - date.getTime()} ${date.getUTCFullYear()}`;
  const known = names.get(key);
  if (known !== undefined) return known;
  const inLocale = (locale: string) =>
    new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" })
      .formatToParts(date)
      .find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  // American and British English each know names, such as EST and CET, for which the other has only an offset.
  const locales = language === "en" || language === "en-GB" ? ["en-US", "en-GB"] : [localeOf(language)];
  const written = locales.map(inLocale);
  const name = written.find((each) => !each.startsWith("GMT")) ?? written[0] ?? timeZone;
  names.set(key, name);
  return name;
}

/** Corrects what Intl writes in a way that readers of a language don't. */
const CORRECTIONS: Partial<Record<PageLanguage, (text: string) => string>> = {
  fr: (text) => text.replace(/\b1(?= \p{L}|–)/gu, "1er"),
  it: (text) => text.replace(/(?<![:\d])0(?=\d–|\d \p{Ll})/gu, ""),
  zh: (text) => text.replace(/UTC (\d\d:\d\d)/, "$1（UTC）"),
};

function corrected(text: string, language: PageLanguage): string {
  return CORRECTIONS[language]?.(text) ?? text;
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
    `${language} range ${hasYear}`,
    () => new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: "UTC" }),
  );
  const [from, to] = range.map((day) => wallOf(day.getTime(), timeZone)) as [number, number];
  const joint = RANGE_JOINTS[language];
  return kept(`${language} range ${hasYear} ${from} ${to}`, () =>
    joint
      ? `${format.format(from)}${joint}${format.format(to)}`
      : corrected(format.formatRange(from, to), language),
  );
}

/** Formats a number with at most the given decimals. */
export function numberText(number: number, language: PageLanguage, decimals = 0): string {
  return cached(
    `${language} number ${decimals}`,
    () => new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: decimals }),
  ).format(number);
}

/** Formats a percentage from 0 to 100. In Arabic, its invisible marks keep the sign on one side whatever precedes it. */
export function percentageText(percent: number, language: PageLanguage, decimals: number): string {
  const look = `${language} percent ${decimals}`;
  return kept(`${look} ${percent}`, () =>
    cached(
      look,
      () => new Intl.NumberFormat(localeOf(language), { style: "percent", minimumFractionDigits: decimals }),
    ).format(percent / 100),
  );
}

/** Joins names: `A, B, and C`. */
export function listText(names: readonly string[], language: PageLanguage): string {
  return cached(`${language} list`, () => new Intl.ListFormat(localeOf(language))).format(names);
}
