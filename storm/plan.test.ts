import fc from "fast-check";
import { expect, test } from "vitest";
import { FAULTS, type FaultKind, possibleFaults } from "./faults";
import { makePlan } from "./plan";

const SEED = Number(process.env.STORM_SEED ?? Date.now() % 2 ** 31);
console.info(`plans: seed ${SEED} (STORM_SEED repeats it)`);

const kinds = Object.keys(FAULTS) as FaultKind[];
const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const lengths = fc.integer({ min: 30_000, max: 540_000 });

function forAllPlans(check: (plan: ReturnType<typeof makePlan>) => void): void {
  fc.assert(
    fc.property(seeds, lengths, (seed, durationMs) => check(makePlan(seed, durationMs, kinds, true))),
    { seed: SEED, numRuns: 300 },
  );
}

test("repeats a plan from its seed, and plans differ between seeds", () => {
  expect(makePlan(7, 300_000, kinds, true)).toEqual(makePlan(7, 300_000, kinds, true));
  expect(makePlan(7, 300_000, kinds, true)).not.toEqual(makePlan(8, 300_000, kinds, true));
});

test("never hits one thing with two faults at once, and ends every fault with the storm", () => {
  forAllPlans(({ faults, durationMs }) => {
    const lanes = new Map<string, number>();
    const isFine = faults.every(({ kind, subject, fromMs, toMs }) => {
      const own = FAULTS[kind].lane(subject);
      const isFree = own.every((lane) => (lanes.get(lane) ?? 0) < fromMs);
      for (const lane of own) lanes.set(lane, toMs);
      return isFree && toMs <= durationMs;
    });
    expect(isFine).toBe(true);
  });
});

test("heals every target with the storm, and lets one target have one outage at a time", () => {
  forAllPlans(({ outages, durationMs }) => {
    const healed = new Map<number, number>();
    const isFine = outages.every(({ target, fromMs, toMs }) => {
      const isUp = (healed.get(target) ?? 0) < fromMs;
      healed.set(target, toMs);
      return isUp && fromMs < toMs && toMs <= durationMs;
    });
    expect(isFine).toBe(true);
  });
});

test("never lets enough targets fail at once that a runner's self-check fails", () => {
  forAllPlans(({ outages }) => {
    const starts = outages.filter(({ failure }) => failure !== "status").map(({ fromMs }) => fromMs);
    const near = (fromMs: number) =>
      starts.filter((other) => other >= fromMs && other < fromMs + 60_000).length;
    expect(starts.every((fromMs) => near(fromMs) < 5)).toBe(true);
  });
});

test("plans every fault that is possible, and none that isn't", () => {
  const planned = new Set<string>();
  for (let seed = 0; seed < 50; seed += 1)
    for (const { kind } of makePlan(seed, 300_000, kinds, true).faults) planned.add(kind);
  expect([...planned].sort()).toEqual([...kinds].sort());
  const few = possibleFaults(new Set());
  expect(few).not.toContain("power lost");
  for (const { kind } of makePlan(1, 300_000, few, false).faults) expect(few).toContain(kind);
});
