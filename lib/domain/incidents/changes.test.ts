import { expect, test } from "vitest";
import { changeText } from "./changes";

const before = {
  title: "Shop is down",
  public_title: null,
  description: null,
  impact: "unknown",
  exclude_from_downtime: false,
  incident_at: new Date("2026-03-01T10:00:00Z"),
};

test.each([
  [{ impact: "partial_outage" }, "the impact from unknown to partial outage"],
  [{ title: "Checkout slow", description: "x" }, "the title to “Checkout slow”, the description"],
  [
    { incident_at: new Date("2026-03-01T09:50:00Z") },
    "the start from 2026-03-01T10:00:00Z to 2026-03-01T09:50:00Z",
  ],
  [{ public_title: "Orders fail" }, "the public title to “Orders fail”"],
  [{ exclude_from_downtime: true }, "the downtime setting from counted to excluded"],
  [{ ...before }, null],
  [{}, null],
])("%j reads: %s", (given, words) => {
  expect(changeText(before, given)).toBe(words);
});
