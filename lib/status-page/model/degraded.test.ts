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

const at = (time: string) => Date.parse(`2026-11-${time}:00Z`);
const DEGRADED = { state: "degraded_performance" };

test("shows on each day how long a monitor was degraded, without downtime, maintenance, and unchecked days", () => {
  const input = pageInput({ monitors: 1, past: 0, open: false, grouped: false, window: true });
  const windows = input.windows.map((row) => ({
    ...row,
    ...{ state: "completed" as const, monitors: [1] },
    ...{ starts_at: new Date(at("18T10:30")), ends_at: new Date(at("18T10:40")) },
  }));
  const monitors = input.monitors.map((row) => ({
    ...row,
    degradations: [
      { from: at("17T23:50"), to: at("18T00:05") },
      { from: at("18T10:00"), to: at("18T11:00") },
      { from: at("19T23:00"), to: at("20T00:00") },
    ],
    unwatched_days: [at("19T00:00")],
    ...{ degraded_since: new Date(at("21T06:00")), last_checked_at: new Date(at("21T06:15")) },
  }));
  const [model] = buildModel({ ...input, windows, monitors }).components;
  const [shown, others] = [model?.days.slice(-5) ?? [], model?.days.slice(0, -5) ?? []];
  const none = { spent: [], downSeconds: 0 };
  const degraded = (minutes: number) => ({
    ...{ ...DEGRADED, availability: 100, downSeconds: 0 },
    spent: [{ ...DEGRADED, seconds: minutes * 60 }],
  });
  expect(shown).toMatchObject([
    degraded(10),
    degraded(55),
    { ...none, state: "empty" },
    { ...none, state: "operational" },
    degraded(15),
  ]);
  expect(new Set(others.flatMap(({ spent }) => spent))).toEqual(new Set());
  expect(model?.availability).toBe(100);
});
