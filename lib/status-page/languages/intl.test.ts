import { expect, it } from "vitest";
import { PAGE_LANGUAGES } from "@/lib/contract/status-pages/languages";
import { dateText, localeOf } from "./intl";

const ZONES = ["UTC", "Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "Pacific/Apia"];
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short" } as const;
const DAY = { day: "numeric", month: "long", year: "numeric" } as const;
const MOMENTS = [
  "2026-11-21T23:20:59Z",
  "2026-03-29T00:59:59Z",
  "2026-03-29T01:00:00Z",
  "1999-07-02T12:00:00Z",
];

it.each(PAGE_LANGUAGES)(
  "writes a moment in any zone as the formatter of that zone does, in %s",
  (language) => {
    for (const timeZone of ZONES)
      for (const [look, options] of Object.entries({ clock: CLOCK, "day of year": DAY })) {
        const exact = new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone });
        for (const moment of MOMENTS.map((text) => new Date(text)))
          expect(dateText(moment, { language, timeZone }, look, options)).toBe(exact.format(moment));
      }
  },
);
