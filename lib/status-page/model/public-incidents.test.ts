import { expect, test } from "vitest";
import { outage, pageFixtureWith } from "@/lib/testing/pages/page-fixture";

const unknown = (ended: boolean, allFailed: boolean) => ({
  ...outage({ hoursAgo: 3, ...(ended && { hours: 1 }) }),
  impact: "unknown",
  all_failed: allFailed,
});

/** Returns the states of an incident and of its day. */
function shown(row: ReturnType<typeof unknown>, allFailing: boolean): unknown[] {
  const model = pageFixtureWith({ incidents: [row], monitor: { all_failing: allFailing } });
  const [monitor] = model.components;
  const today = monitor?.kind === "monitor" ? monitor.days.at(-1) : undefined;
  return [model.incidents[0]?.state, today?.state, model.incidents[0]?.title];
}

test("shows an outage of unknown impact by what fails now", () => {
  expect(shown(unknown(false, false), true)).toEqual([
    "major_outage",
    "major_outage",
    "Website is unavailable",
  ]);
  expect(shown(unknown(false, false), false).slice(0, 2)).toEqual(["partial_outage", "partial_outage"]);
});

test("shows a recovered incident with the parts known to have failed", () => {
  expect(shown(unknown(true, true), false).slice(0, 2)).toEqual(["major_outage", "major_outage"]);
  const partial = ["partial_outage", "partial_outage", "Website is partially unavailable"];
  expect(shown(unknown(true, false), false)).toEqual(partial);
});
