import { expect, it } from "vitest";
import { Pacer } from "./pacer";

/** Starts checks as after a stall: every `stepMs`, as many as allowed. Returns the start times in milliseconds. */
function catchUp(perSecond: number, backlog: number, stepMs: number): number[] {
  const pacer = new Pacer();
  const starts: number[] = [];
  for (let nowMs = 1_000_000; starts.length < backlog; nowMs += stepMs) {
    for (
      let allowed = pacer.allowance(nowMs, perSecond);
      allowed >= 1 && starts.length < backlog;
      allowed -= 1
    ) {
      pacer.take();
      starts.push(nowMs);
    }
  }
  return starts;
}

it.each([1, 2, 3])(
  "never starts more than 2.5 times the nominal rate in any 10 ms after a stall, polled every %i ms",
  (stepMs) => {
    const perSecond = 50_000 / 30;
    const starts = catchUp(perSecond, 5000, stepMs);
    const most = Math.max(
      ...starts.map((at) => starts.filter((other) => other >= at && other < at + 10).length),
    );
    expect(most / (perSecond / 100)).toBeLessThanOrEqual(2.5);
    // Faster than nominal, or it would never catch up.
    expect(starts.length / ((starts.at(-1) ?? 0) - (starts[0] ?? 0))).toBeGreaterThan(
      (1.3 * perSecond) / 1000,
    );
  },
);

it("starts the few checks of a small installation together", () => {
  const starts = catchUp(10 / 30, 10, 2);
  expect((starts.at(-1) ?? 0) - (starts[0] ?? 0)).toBeLessThanOrEqual(10);
});
