import { expect, test } from "vitest";
import { pageInput } from "@/lib/testing/pages/page-fixture";
import { buildModel } from "./build-model";

const SLOW_SINCE = new Date("2026-01-31T11:30:00Z");

/** Builds a page whose first two monitors are slow, the second one as given. */
function slowPage(second: object = {}) {
  const input = pageInput({ monitors: 6, past: 0, open: false, grouped: false, window: false });
  const monitors = input.monitors.map((row, index) =>
    index > 1 ? row : { ...row, degraded_since: SLOW_SINCE, ...(index === 1 && second) },
  );
  return buildModel({ ...input, monitors });
}

test("shows a slow monitor as degraded since it became slow, without downtime", () => {
  const [before, after] = [
    buildModel(pageInput({ monitors: 6, past: 0, open: false, grouped: false, window: false })),
    slowPage(),
  ];
  expect(after.state).toBe("degraded_performance");
  expect(after.affected.map(({ since }) => since)).toEqual([SLOW_SINCE, SLOW_SINCE]);
  const of = (model: typeof after) => model.affected[0] ?? model.components[0];
  expect(of(after)).toMatchObject({ availability: of(before)?.availability });
});

test("shows maintenance, not slowness, while a monitor is in maintenance", () => {
  const input = pageInput({ monitors: 1, past: 0, open: false, grouped: false, window: true });
  const windows = input.windows.map((row) => ({ ...row, state: "in_progress" as const, monitors: [1] }));
  const monitors = input.monitors.map((row) => ({ ...row, degraded_since: SLOW_SINCE }));
  expect(buildModel({ ...input, windows, monitors }).state).toBe("maintenance");
});

test("says nothing about the speed of a monitor that is paused", () => {
  expect(slowPage({ paused: true }).affected).toHaveLength(1);
});
