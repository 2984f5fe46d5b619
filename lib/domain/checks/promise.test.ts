import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BROKEN_ENGINES } from "@/lib/testing/broken-engines";
import {
  type Engine,
  REAL_ENGINE,
  type Simulated,
  type SimulatedCheck,
  simulate,
} from "@/lib/testing/histories/virtual-runner";
import { DAY, DAYS, setting, spansOf, worldOf } from "@/lib/testing/histories/virtual-world";
import { oracleSpans } from "@/lib/testing/incident-oracle";

// Verifies the documented guarantee in virtual time against two oracles. One knows only the outages; the other sees
// every check and derives the incidents by its own stateless reasoning.
/** PROMISE_MONITOR_DAYS=100000 runs the full test; PROMISE_SEED repeats a run. A failure also prints its path. */
const WORLDS = Math.ceil(Number(process.env.PROMISE_MONITOR_DAYS ?? 8000) / DAYS);
const SEED = Number(process.env.PROMISE_SEED ?? Date.now() % 2 ** 31);
fc.configureGlobal({ seed: SEED });
console.info(`promise: ${WORLDS * DAYS} monitor-days, seed ${SEED}`);
/** Broken engines always get the full number of runs, so that detecting them doesn't depend on a rare world. */
const MUTANT_WORLDS = 2000;

const fOf = (world: Simulated) => Math.min(world.intervalSeconds * 1000, 10_000);
/** A failing check that takes its full timeout can't be repeated sooner, so the step is the longer of the two. */
const noticedWithin = (world: Simulated) =>
  world.intervalSeconds * 1000 +
  (world.rules.consecutiveFailures - 1) * Math.max(fOf(world), world.timeoutMs) +
  world.timeoutMs;
const neverBelow = (world: Simulated) => (world.rules.consecutiveFailures - 1) * fOf(world) - world.timeoutMs;

/** Every region is down for the same time, and nothing prevents its runner from checking. */
function mustNotice(world: Simulated): { from: number; to: number }[] {
  return world.outages
    .filter((outage) => outage.to - outage.from > noticedWithin(world) && outage.to < world.to)
    .filter((outage) => {
      const quiet = (region: string) =>
        ![...world.cuts, ...world.failedSelfChecks].some(
          (each) =>
            each.region === region && each.from < outage.to && each.to > outage.from - world.timeoutMs,
        );
      const seeing = world.regions.filter(
        (region) =>
          quiet(region) &&
          world.outages.some(
            (each) => each.region === region && each.from <= outage.from && each.to >= outage.to,
          ),
      );
      return seeing.length >= world.rules.regionsRequired;
    });
}

const hour = 3600_000;

function everyLongOutageIsNoticed(engine: Engine, numRuns: number): void {
  fc.assert(
    fc.property(
      setting,
      spansOf(8, 2 * hour),
      spansOf(3, 3 * hour),
      spansOf(3, hour),
      (given, outages, cuts, failedSelfChecks) => {
        // Half of the outages affect all regions, as when the target is really down.
        const wide = outages.flatMap((each, at) =>
          at % 2 ? [each] : [0, 1, 2].map((region) => ({ ...each, region })),
        );
        const world = worldOf(given, wide, cuts, failedSelfChecks);
        const spans = simulate(world, engine);
        for (const outage of mustNotice(world)) {
          const noticed = spans.some(
            (span) =>
              span.openedAt <= outage.from + noticedWithin(world) &&
              (span.recoveredAt === null || span.recoveredAt > outage.from),
          );
          expect(noticed, `outage ${outage.from}–${outage.to}`).toBe(true);
        }
      },
    ),
    { numRuns },
  );
}

function noShortOutageAlerts(engine: Engine, numRuns: number): void {
  fc.assert(
    fc.property(
      setting,
      spansOf(8, 1000),
      spansOf(3, 3 * hour),
      spansOf(4, 2 * hour),
      (given, raw, cuts, failedSelfChecks) => {
        const probe = worldOf(given, []);
        const longest = neverBelow(probe) - 1;
        fc.pre(longest > 0);
        // At most one per day, so that two never look like one.
        const outages = raw.map((each, day) => ({
          ...each,
          start: day * DAY + (each.start % (20 * hour)),
          length: 1 + Math.floor((each.length / 1000) * (longest - 1)),
        }));
        expect(simulate(worldOf(given, outages, cuts, failedSelfChecks), engine)).toEqual([]);
      },
    ),
    { numRuns },
  );
}

function incidentsNeverOverlap(engine: Engine, numRuns: number): void {
  fc.assert(
    fc.property(setting, spansOf(8, 2 * hour), (given, outages) => {
      const spans = simulate(worldOf(given, outages), engine);
      spans.forEach((span, at) => {
        const before = spans[at - 1];
        if (!before) return;
        expect(before.recoveredAt).not.toBeNull();
        expect(span.at).toBeGreaterThan(before.recoveredAt ?? Number.POSITIVE_INFINITY);
      });
    }),
    { numRuns },
  );
}

/**
 * Random outages of one or all regions, runners that are cut off (crashed, restarted) or fail their self-check, and
 * repeats. Incidents must match to the millisecond.
 */
function equalToTheOracle(engine: Engine, numRuns: number): void {
  // A broken engine only has to be detected, so long histories aren't shrunk.
  const endOnFailure = engine !== REAL_ENGINE;
  fc.assert(
    fc.property(
      setting,
      spansOf(10, 2 * hour),
      spansOf(5, 6 * hour),
      spansOf(3, hour),
      (given, outages, cuts, failedSelfChecks) => {
        const wide = outages.flatMap((each, at) =>
          at % 2 ? [each] : [0, 1, 2].map((region) => ({ ...each, region })),
        );
        // Half of the cutoffs start during an outage, because the last result before a runner goes silent must not
        // decide forever.
        const within = cuts.map((each, at) => {
          const outage = wide[at % Math.max(1, wide.length)];
          if (at % 2 || !outage) return each;
          return { ...each, region: outage.region, start: outage.start + (each.start % outage.length) };
        });
        const world = worldOf(given, wide, within, failedSelfChecks);
        const checks: SimulatedCheck[] = [];
        const spans = simulate(world, engine, { onCheck: (check) => checks.push(check) });
        expect(spans).toEqual(oracleSpans(checks, world));
      },
    ),
    { numRuns, endOnFailure },
  );
}

describe(`the promise, over ${WORLDS * DAYS} monitor-days in virtual time`, () => {
  test(
    "detects every sufficiently long outage seen by enough regions in time",
    () => everyLongOutageIsNoticed(REAL_ENGINE, WORLDS),
    120_000,
  );
  test(
    "does not alert on outages shorter than the required consecutive failures",
    () => noShortOutageAlerts(REAL_ENGINE, WORLDS),
    120_000,
  );
  test("incidents never overlap", () => incidentsNeverOverlap(REAL_ENGINE, WORLDS), 120_000);
  test(
    "incidents match those of an independent oracle",
    () => equalToTheOracle(REAL_ENGINE, WORLDS),
    120_000,
  );
  test("skipping quiet periods changes nothing", () => {
    fc.assert(
      fc.property(setting, spansOf(4, 2 * hour), spansOf(2, hour), (given, outages, cuts) => {
        const world = {
          ...worldOf({ ...given, intervalSeconds: 900, timeoutMs: 10_000 }, outages, cuts),
          to: 10 * DAY,
          resend: () => false,
        };
        expect(simulate(world)).toEqual(simulate(world, REAL_ENGINE, { everyCheck: true }));
      }),
      { numRuns: 50 },
    );
  });
});

describe("broken engines are caught", () => {
  const caught: Record<keyof typeof BROKEN_ENGINES, (engine: Engine, runs: number) => void> = {
    "no scheduled time as key: a repeat counts again": noShortOutageAlerts,
    "no watermark: a late result counts": noShortOutageAlerts,
    "no self-check: inconclusive counts as down": noShortOutageAlerts,
    "no dedupe: an open incident is not remembered": incidentsNeverOverlap,
    "no confirmation: the first failure counts": noShortOutageAlerts,
    "quorum off by one": everyLongOutageIsNoticed,
    "silence is no matter: what a silent region last saw still counts": equalToTheOracle,
    "a second failure is forgiven": everyLongOutageIsNoticed,
  };
  for (const [name, engine] of Object.entries(BROKEN_ENGINES) as [keyof typeof BROKEN_ENGINES, Engine][]) {
    test(name, () => expect(() => caught[name](engine, MUTANT_WORLDS)).toThrow(/Property failed/), 120_000);
    test(`${name}: the oracle sees it too`, () => {
      expect(() => equalToTheOracle(engine, MUTANT_WORLDS)).toThrow(/Property failed/);
    });
  }
});
