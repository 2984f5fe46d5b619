import { expect, test } from "vitest";
import { windowDateErrors } from "./windows";

const NOW = new Date("2026-11-25T12:00:30Z");

test.each([
  ["2027-11-25T11:00:00Z", "2027-11-25T12:00:00Z", null],
  ["2027-11-25T12:00:00Z", "2027-11-25T12:01:00Z", ["ends_at"]],
  ["2027-11-26T12:00:00Z", "2027-11-26T13:00:00Z", ["starts_at", "ends_at"]],
])("a window from %s to %s is within a year, or names the fields that are not", (startsAt, endsAt, wrong) => {
  const dates = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
  const errors = windowDateErrors(dates, dates, NOW);
  expect(errors && Object.keys(errors)).toEqual(wrong);
});

test("a year that has February 29 is a day longer", () => {
  const dates = { startsAt: new Date("2028-11-25T11:00:00Z"), endsAt: new Date("2028-11-25T12:00:00Z") };
  expect(windowDateErrors(dates, dates, new Date("2027-11-25T12:00:30Z"))).toBeNull();
});
