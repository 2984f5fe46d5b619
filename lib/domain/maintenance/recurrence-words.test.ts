import { expect, test } from "vitest";
import { HOUR_MS } from "@/lib/shared/durations";
import { recurrenceSentence } from "./recurrence-words";

const firstStart = new Date("2026-03-03T01:00:00Z"); // Tuesday, 02:00 in Berlin

test.each([
  ["FREQ=WEEKLY;BYDAY=TU", "every Tuesday, 02:00–03:00 Europe/Berlin"],
  ["FREQ=WEEKLY", "every Tuesday, 02:00–03:00 Europe/Berlin"],
  ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "Monday to Friday, 02:00–03:00 Europe/Berlin"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH", "every 2 weeks on Tuesday and Thursday, 02:00–03:00 Europe/Berlin"],
  ["FREQ=DAILY;COUNT=10", "every day, 02:00–03:00 Europe/Berlin, 10 times"],
  ["FREQ=DAILY;INTERVAL=3", "every 3 days, 02:00–03:00 Europe/Berlin"],
  ["FREQ=MONTHLY;BYDAY=1TU", "on the first Tuesday of every month, 02:00–03:00 Europe/Berlin"],
  ["FREQ=MONTHLY;BYDAY=-1TU", "on the last Tuesday of every month, 02:00–03:00 Europe/Berlin"],
  ["FREQ=MONTHLY;BYMONTHDAY=3", "on day 3 of every month, 02:00–03:00 Europe/Berlin"],
  ["FREQ=MONTHLY;BYMONTHDAY=-1", "on the last day of every month, 02:00–03:00 Europe/Berlin"],
  ["FREQ=YEARLY;UNTIL=20301231", "every year on March 3, 02:00–03:00 Europe/Berlin, until December 31, 2030"],
  ["FREQ=DAILY;BYHOUR=2,14", "by the rule FREQ=DAILY;BYHOUR=2,14, first at 02:00–03:00 Europe/Berlin"],
])("%s reads: %s", (rule, sentence) => {
  expect(recurrenceSentence({ rule, timeZone: "Europe/Berlin", firstStart }, HOUR_MS)).toBe(sentence);
});

test("mentions that a window ends after midnight", () => {
  const late = { rule: "FREQ=DAILY", timeZone: "UTC", firstStart: new Date("2026-03-03T23:00:00Z") };
  expect(recurrenceSentence(late, 2 * HOUR_MS)).toBe("every day, 23:00–01:00 the next day UTC");
});
