import { expect, test } from "vitest";
import { clockTime } from "@/lib/domain/core/wording";
import { splitAtClockTime } from "./clock-times";

const AT = "2026-11-24T20:07:30Z";

test("finds a clock time as reasons contain it", () => {
  const time = new Date("2026-11-24T20:07:12Z");
  const text = `Refused, since ${clockTime(time.getTime())} UTC; 1 of 2 down`;
  expect(splitAtClockTime(text, AT)).toEqual({ before: "Refused, since ", time, after: "; 1 of 2 down" });
});

test.each([
  ["since 23:59:50 UTC", "2026-11-24T00:00:20Z", "2026-11-23T23:59:50Z"],
  ["if it stays up until 00:10:00 UTC", "2026-11-24T23:55:00Z", "2026-11-25T00:10:00Z"],
])("takes the nearest day for “%s” at %s", (text, at, expected) => {
  expect(splitAtClockTime(text, at)?.time).toEqual(new Date(expected));
});

test.each([
  "no time",
  "since 2026-11-24 20:07:12 UTC",
  "at 25:00:00 UTC",
  "at 20:07 UTC",
  "at 20:07:12 UTCX",
])("finds none in “%s”", (text) => expect(splitAtClockTime(text, AT)).toBe(null));
