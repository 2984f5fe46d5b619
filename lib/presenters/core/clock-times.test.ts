import { expect, test } from "vitest";
import type { RegionState } from "@/lib/domain/checks/region-state";
import { clockTime } from "@/lib/domain/core/wording";
import { plainIncident } from "@/lib/domain/incidents/text";
import { splitAtClockTime } from "./clock-times";

const AT = "2026-11-24T20:07:30Z";

test("finds a clock time as reasons contain it", () => {
  const time = new Date("2026-11-24T20:07:12Z");
  const text = `Refused, since ${clockTime(time.getTime())} UTC; 1 of 2 down`;
  expect(splitAtClockTime(text, AT)).toEqual({
    before: "Refused, since ",
    time,
    hasDate: false,
    after: "; 1 of 2 down",
  });
});

test.each([
  ["since 23:59:50 UTC", "2026-11-24T00:00:20Z", "2026-11-23T23:59:50Z"],
  ["if it stays up until 00:10:00 UTC", "2026-11-24T23:55:00Z", "2026-11-25T00:10:00Z"],
])("takes the nearest day for “%s” at %s", (text, at, expected) => {
  expect(splitAtClockTime(text, at)?.time).toEqual(new Date(expected));
});

test("finds a time with its date as descriptions contain it", () => {
  const failing = [{ region: "eu-deu-fra", state: "down", error: null }] as unknown as RegionState[];
  const since = Date.parse("2026-11-20T23:53:00Z");
  const facts = { monitor: "Shop", target: "", failing, places: ["this server"], regionCount: 1, since };
  expect(splitAtClockTime(plainIncident(facts).description, AT)).toEqual({
    before: "Shop started failing at ",
    time: new Date(since),
    hasDate: true,
    after: " from this server.",
  });
});

test.each(["2026-19-39 20:07:12 UTC", "2026-02-31 20:07:12 UTC"])("takes “%s” for a time", (text) =>
  expect(splitAtClockTime(text, AT)?.time.getTime()).not.toBeNaN(),
);

test.each(["no time", "on 2026-11-24", "at 25:00:00 UTC", "at 20:07 UTC", "at 20:07:12 UTCX"])(
  "finds none in “%s”",
  (text) => expect(splitAtClockTime(text, AT)).toBe(null),
);

test("finds a time as the API writes it", () => {
  const found = splitAtClockTime("Ada changed the start from 2026-11-26T18:14:51Z to now.", AT);
  expect(found).toEqual({
    before: "Ada changed the start from ",
    time: new Date("2026-11-26T18:14:51Z"),
    hasDate: true,
    after: " to now.",
  });
});
