import { expect, it } from "vitest";
import { PAGE_LANGUAGES, type PageLanguage } from "@/lib/contract/status-pages/languages";
import { dateText, localeOf, rangeText } from "./intl";

const ZONES = ["UTC", "Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "Pacific/Apia"];
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short" } as const;
const DAY = { day: "numeric", month: "long", year: "numeric" } as const;
const MOMENTS = [
  "2026-11-21T23:20:59Z",
  "2026-03-29T00:59:59Z",
  "2026-03-29T01:00:00Z",
  "1999-07-02T12:00:00Z",
];

/** These deliberately write the zone differently from Intl. */
const OWN_ZONES = new Set(["en", "en-GB", "zh"]);

it.each(PAGE_LANGUAGES)(
  "writes a moment in any zone as the formatter of that zone does, in %s",
  (language) => {
    for (const timeZone of ZONES)
      for (const [look, options] of Object.entries({ clock: CLOCK, "day of year": DAY })) {
        if (look === "clock" && OWN_ZONES.has(language)) continue;
        const exact = new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone });
        for (const moment of MOMENTS.map((text) => new Date(text)))
          expect(dateText(moment, { language, timeZone }, look, options)).toBe(exact.format(moment));
      }
  },
);

it.each<[PageLanguage, string, string]>([
  ["en", "Europe/Berlin", "12:05 CET"],
  ["en", "America/New_York", "06:05 EST"],
  ["en-GB", "Europe/London", "11:05 GMT"],
  ["en", "Asia/Tokyo", "20:05 GMT+9"],
  ["zh", "UTC", "11:05（UTC）"],
  ["zh", "Europe/Berlin", "12:05（GMT+1）"],
])("writes a time with its zone in %s for %s", (language, timeZone, expected) => {
  expect(dateText(new Date("2026-11-20T11:05:00Z"), { language, timeZone }, "clock", CLOCK)).toBe(expected);
});

it("writes days and ranges of days as readers of each language expect", () => {
  const days: [Date, Date] = [new Date("2026-10-01T00:00:00Z"), new Date("2026-10-04T00:00:00Z")];
  const range = (language: PageLanguage) =>
    rangeText(days, { language, timeZone: "UTC" }, false).replace(/\s/g, " ");
  expect(range("it")).toBe("1–4 ottobre");
  expect(range("en")).toBe("October 1 – 4");
  expect(range("en-GB")).toBe("1 – 4 October");
  const day = (language: PageLanguage) =>
    dateText(days[0], { language, timeZone: "UTC" }, "day of year", DAY);
  expect(day("en")).toBe("October 1, 2026");
  expect(day("en-GB")).toBe("1 October 2026");
});
