import fc from "fast-check";
import { expect, test } from "vitest";
import type { MonitorConfig } from "@/lib/contract/checks/check";
import { Schedule } from "@/lib/runner/schedule/schedule";
import { HOUR_MS } from "@/lib/shared/durations";
import { type Simulated, simulate } from "@/lib/testing/histories/virtual-runner";
import { setting, spansOf, worldOf } from "@/lib/testing/histories/virtual-world";
import {
  isUnconfirmed,
  type JudgedResult,
  RECHECK_MAX_MS,
  type RegionState,
  START_TOLERANCE_MS,
  stepRegion,
  unknownRegion,
} from "./region-state";
import { nextSlot, phaseOf } from "./slot";

const SEED = Number(process.env.SPACING_SEED ?? Date.now() % 2 ** 31);
console.info(`check spacing: seed ${SEED}`);
fc.configureGlobal({ seed: SEED });

const REGION = "eu-deu-fra";
const T0 = 1_800_000_000_000;
const SPACING_MS = RECHECK_MAX_MS - START_TOLERANCE_MS;
const rules = (consecutive: number, intervalSeconds = 60) => ({
  consecutiveFailures: consecutive,
  consecutiveSuccesses: consecutive,
  cadence: { monitorId: 7, intervalSeconds },
});
const scheduledAfter = (atMs: number) => nextSlot(atMs, phaseOf(7, REGION, 60), 60);
const look = (
  scheduledAt: number,
  outcome: JudgedResult["outcome"],
  startedAt = scheduledAt,
  error: JudgedResult["error"] = null,
): JudgedResult => ({ region: REGION, scheduledAt, startedAt, outcome, error });
const after = (results: readonly JudgedResult[], consecutive: number) =>
  results.reduce((state, each) => stepRegion(state, each, rules(consecutive)).state, unknownRegion(REGION));

test("five failures one second apart count as one", () => {
  const at = scheduledAfter(T0);
  const state = after(
    [0, 1, 2, 3, 4].map((second) => look(at + second * 1000, "down")),
    2,
  );
  expect(state).toMatchObject({ health: "unknown", failures: 1, failingSince: at, lastStart: at });
});

test("a second result of a slot whose first came too soon doesn't count, because only the first is stored", () => {
  const at = scheduledAfter(T0);
  const seen = [look(at, "down"), look(at + 4000, "down"), look(at + 4000, "up", at + 20_000)];
  expect(after(seen, 1)).toMatchObject({ health: "failing", failures: 1, successes: 0 });
});

test("a success one second after another does not confirm a recovery", () => {
  const at = scheduledAfter(T0);
  const failing = [0, 10, 20].map((second) => look(at + second * 1000, "down"));
  const soon = [30, 31, 32].map((second) => look(at + second * 1000, "up"));
  expect(after([...failing, ...soon], 3)).toMatchObject({ health: "failing", successes: 1 });
  expect(after([...failing, ...soon, look(at + 40_000, "up"), look(at + 50_000, "up")], 3)).toMatchObject({
    health: "healthy",
  });
});

test("a failure shortly after a success counts, as after a takeover, and dates the outage", () => {
  const at = scheduledAfter(T0);
  const taken = [look(at, "up"), look(at + 7000, "down"), look(at + 17_000, "down")];
  expect(after(taken, 2)).toMatchObject({ health: "failing", failingSince: at + 7000 });
});

test("a contradicting success counts at a scheduled time, and is only evidence in between", () => {
  const at = scheduledAfter(T0);
  const before = look(at - 3000, "down");
  expect(after([before, look(at, "up")], 2)).toMatchObject({ failures: 0, health: "healthy" });
  expect(after([before, look(at - 1000, "up")], 2)).toMatchObject({ failures: 1, health: "unknown" });
});

test("a check that started late does not confirm the one before, whatever its scheduled time", () => {
  const at = scheduledAfter(T0);
  const late = look(at, "down", at + 57_000);
  expect(after([late, look(at + 60_000, "down")], 2)).toMatchObject({ failures: 1 });
  expect(after([late, look(at + 67_000, "down")], 2)).toMatchObject({ failures: 2, health: "failing" });
});

test("n failures confirm only if they started in n different eight-second periods", () => {
  const anything = fc.array(
    fc.record({
      scheduledAt: fc.integer({ min: 0, max: 100_000 }),
      late: fc.integer({ min: -60_000, max: 600_000 }),
      outcome: fc.constantFrom("down" as const, "down" as const, "down" as const, "up" as const),
    }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(anything, fc.integer({ min: 2, max: 5 }), (sent, consecutive) => {
      const results = sent.map(({ scheduledAt, late, outcome }) =>
        look(T0 + scheduledAt, outcome, T0 + scheduledAt + late),
      );
      const counted: JudgedResult[] = [];
      let state = unknownRegion(REGION);
      for (const result of results) {
        const step = stepRegion(state, result, rules(consecutive));
        const last = counted.at(-1);
        if (step.applied && last?.outcome === result.outcome)
          expect(result.startedAt - last.startedAt).toBeGreaterThanOrEqual(SPACING_MS);
        if (step.applied) counted.push(result);
        if (step.healthChanged && step.state.health === "failing")
          expect(counted.slice(-consecutive).every(({ outcome }) => outcome === "down")).toBe(true);
        state = step.state;
      }
    }),
  );
});

test("the incidents of a correct runner are the same with and without the rule", () => {
  fc.assert(
    fc.property(
      setting,
      spansOf(8, 2 * HOUR_MS),
      spansOf(3, 3 * HOUR_MS),
      spansOf(3, HOUR_MS),
      (given, outages, cuts, failedSelfChecks) => {
        const world = worldOf(given, outages, cuts, failedSelfChecks);
        const cadence = { monitorId: world.monitor, intervalSeconds: world.intervalSeconds };
        const ruled: Simulated = { ...world, rules: { ...world.rules, cadence } };
        expect(simulate(ruled)).toEqual(simulate(world));
      },
    ),
    { numRuns: 300 },
  );
});

interface Honest {
  intervalSeconds: number;
  consecutive: number;
  durationMs: number;
  /** From the end of a check to the acknowledgment. */
  transitMs: number;
  /** The runner's clock error, check by check. */
  skews: readonly number[];
  /** Periods in which nothing starts. */
  pauses: readonly { at: number; ms: number }[];
  downAt: number;
}

/** Simulates a runner's real schedule with the rechecks that the server requests. Returns when the failure was confirmed. */
function confirmedAt(world: Honest): number | null {
  const { intervalSeconds, consecutive, durationMs, transitMs, skews, pauses } = world;
  const schedule = new Schedule();
  const config = { id: 7, config_version: 1, request: { url: "http://a/" }, regions: [REGION] };
  schedule.set({ ...config, interval_seconds: intervalSeconds } as unknown as MonitorConfig, T0, true);
  const rule = rules(consecutive, intervalSeconds);
  const acks: { at: number; result: JudgedResult }[] = [];
  let [state, busyUntil, checks]: [RegionState, number, number] = [unknownRegion(REGION), 0, 0];
  for (let nowMs = T0; nowMs < T0 + 3 * HOUR_MS; nowMs += 50) {
    while (acks[0] && acks[0].at <= nowMs) {
      const result = acks.shift()?.result;
      if (!result) break;
      state = stepRegion(state, result, rule).state;
      if (state.health === "failing") return nowMs;
      const waitMs = Math.min(RECHECK_MAX_MS, Math.max(0, result.startedAt + RECHECK_MAX_MS - nowMs));
      if (isUnconfirmed(state)) schedule.recheck(7, REGION, nowMs + waitMs);
    }
    if (pauses.some(({ at, ms }) => nowMs >= T0 + at && nowMs < T0 + at + ms)) continue;
    const due = schedule.take(nowMs);
    // A check that is due while another one runs is missed.
    if (!due || nowMs < busyUntil) continue;
    const skew = skews[checks % skews.length] ?? 0;
    checks += 1;
    busyUntil = nowMs + durationMs;
    const outcome = nowMs >= T0 + world.downAt ? "down" : "up";
    acks.push({ at: busyUntil + transitMs, result: look(due.slotMs, outcome, nowMs + skew) });
  }
  return null;
}

test("a correct runner confirms an outage in time despite clock drift, slow checks, and stalls", () => {
  const honest: fc.Arbitrary<Honest> = fc.record({
    intervalSeconds: fc.constantFrom(30, 60, 300),
    consecutive: fc.integer({ min: 1, max: 5 }),
    durationMs: fc.constantFrom(50, 1000, 10_000, 29_000),
    transitMs: fc.integer({ min: 5, max: 3000 }),
    skews: fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 20 }),
    pauses: fc.array(
      fc.record({ at: fc.integer({ min: 0, max: HOUR_MS }), ms: fc.integer({ min: 0, max: 20_000 }) }),
      { maxLength: 3 },
    ),
    downAt: fc.integer({ min: 0, max: HOUR_MS }),
  });
  fc.assert(
    fc.property(honest, (world) => {
      const { intervalSeconds, consecutive, durationMs, transitMs, pauses } = world;
      const stepMs = Math.max(RECHECK_MAX_MS, durationMs + transitMs) + START_TOLERANCE_MS;
      const stoodMs = pauses.reduce((sum, { ms }) => sum + ms, 0);
      // A scheduled check between two rechecks may delay the next one by its own duration.
      const withinMs =
        intervalSeconds * 1000 + consecutive * (stepMs + durationMs) + durationMs + transitMs + stoodMs;
      const at = confirmedAt(world);
      expect(at, "never confirmed").not.toBeNull();
      expect((at ?? 0) - T0 - world.downAt).toBeLessThanOrEqual(withinMs);
    }),
    { numRuns: 200 },
  );
});
