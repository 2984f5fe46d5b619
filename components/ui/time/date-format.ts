import { Recent } from "@/lib/shared/recent";

/** The locale where the reader's isn't known. */
const USUAL = "en-US";
const MOST_FORMATS = 500;
const formats = new Recent<Intl.DateTimeFormat>(MOST_FORMATS);

/** Returns the browser's locale; American English on the server and for names that aren't locales, such as `en-US@posix`. */
function ownLocale(): string {
  if (typeof window === "undefined") return USUAL;
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? USUAL;
  } catch {
    return USUAL;
  }
}

/** Returns a format of dates with a 24-hour clock, in the reader's locale: `Nov 26, 2026, 14:05`. */
export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  locale: string = ownLocale(),
): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { ...options, hourCycle: "h23" });
  formats.set(key, made);
  return made;
}

/** Where a date is read; the browser's own place by default. */
export interface DatePlace {
  readonly timeZone?: string | undefined;
  readonly locale?: string | undefined;
}

/** A date and a time to the minute. */
export const DATE_TIME = { dateStyle: "medium", timeStyle: "short" } as const;

/** Returns how an exact time reads on hover: on the viewer's clock with its zone, and in UTC. */
export function exactText(date: Date, { timeZone, locale }: DatePlace): string {
  const utc = dateFormat({ dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" }, locale).format(date);
  const own = dateFormat({ timeStyle: "long", timeZone }, locale).format(date);
  return / UTC$/.test(own) ? `${utc} UTC` : `${own} · ${utc} UTC`;
}
