import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Engine,
  type Outage,
  REAL_ENGINE,
  type Simulated,
  simulate,
} from "@/lib/testing/virtual-runner";

// The promise of the docs, held in virtual time against an oracle that knows outages only, no states.
const REGIONS = ["eu-deu-fra", "na-usa-iad", "as-sgp-sin"];
const DAY = 24 * 3600_000;
const DAYS = 50;
/** PROMISE_MONITOR_DAYS=100000 runs the whole promise; PROMISE_SEED repeats a run. A failure prints its path besides. */
const WORLDS = Math.ceil(Number(process.env.PROMISE_MONITOR_DAYS ?? 20_000) / DAYS);
const SEED = Number(process.env.PROMISE_SEED ?? Date.now() % 2 ** 31);
fc.configureGlobal({ seed: SEED });
console.info(`promise: ${WORLDS * DAYS} monitor-days, seed ${SEED}`);
/** Broken engines get the full number whatever the run: a rare world must not decide whether they are caught. */
const MUTANT_WORLDS = 2000;

const fOf = (world: Simulated) => Math.min(world.intervalSeconds * 1000, 10_000);
/** A failing check that takes its whole timeout can't be repeated sooner than that: the step is the longer of both. */
const noticedWithin = (world: Simulated) =>
  world.intervalSeconds * 1000 +
  (world.rules.incidentConfirmations - 1) * Math.max(fOf(world), world.timeoutMs) +
  world.timeoutMs;
const neverBelow = (world: Simulated) =>
  (world.rules.incidentConfirmations - 1) * fOf(world) - world.timeoutMs;

const setting = fc.record({
  monitor: fc.integer({ min: 1, max: 1_000_000 }),
  regionCount: fc.integer({ min: 1, max: 3 }),
  intervalSeconds: fc.constantFrom(30, 60, 300, 900),
  timeoutMs: fc.constantFrom(1000, 5000, 10_000, 20_000),
  incidentConfirmations: fc.integer({ min: 1, max: 5 }),
  recoveryConfirmations: fc.integer({ min: 1, max: 5 }),
  threshold: fc.integer({ min: 1, max: 3 }),
  lost: fc.nat(7),
});

const spansOf = (max: number, longest: number) =>
  fc.array(
    fc.record({
      region: fc.nat(2),
      start: fc.integer({ min: 0, max: DAYS * DAY }),
      length: fc.integer({ min: 1, max: longest }),
    }),
    { maxLength: max },
  );

type RawSpan = { region: number; start: number; length: number };
const toSpans = (raw: readonly RawSpan[], regions: readonly string[]): Outage[] =>
  raw.map(({ region, start, length }) => ({
    region: regions[region % regions.length] ?? "",
    from: start,
    to: start + length,
  }));

function worldOf(
  given: {
    monitor: number;
    regionCount: number;
    intervalSeconds: number;
    timeoutMs: number;
    incidentConfirmations: number;
    recoveryConfirmations: number;
    threshold: number;
    lost: number;
  },
  outages: readonly RawSpan[],
  cuts: readonly RawSpan[] = [],
  doubts: readonly RawSpan[] = [],
): Simulated {
  const regions = REGIONS.slice(0, given.regionCount);
  return {
    ...given,
    regions,
    rules: {
      incidentConfirmations: given.incidentConfirmations,
      recoveryConfirmations: given.recoveryConfirmations,
      regionThreshold: Math.min(given.threshold, regions.length),
    },
    outages: toSpans(outages, regions),
    cuts: toSpans(cuts, regions),
    doubts: toSpans(doubts, regions),
    resend: (at) => given.lost > 0 && Math.floor(at / 1000) % given.lost === 0,
    from: 0,
    to: DAYS * DAY,
  };
}

/** Everywhere at once: every region is out for the same time, and nothing keeps its runner from looking. */
function mustNotice(world: Simulated): { from: number; to: number }[] {
  return world.outages
    .filter((outage) => outage.to - outage.from > noticedWithin(world) && outage.to < world.to)
    .filter((outage) => {
      const quiet = (region: string) =>
        ![...world.cuts, ...world.doubts].some(
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
      return seeing.length >= world.rules.regionThreshold;
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
      (given, outages, cuts, doubts) => {
        // Half of the outages hit all regions, as a target that is really down does.
        const wide = outages.flatMap((each, at) =>
          at % 2 ? [each] : [0, 1, 2].map((region) => ({ ...each, region })),
        );
        const world = worldOf(given, wide, cuts, doubts);
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
      (given, raw, cuts, doubts) => {
        const probe = worldOf(given, []);
        const longest = neverBelow(probe) - 1;
        fc.pre(longest > 0);
        // One a day at most, so that two of them never look like one.
        const outages = raw.map((each, day) => ({
          ...each,
          start: day * DAY + (each.start % (20 * hour)),
          length: 1 + Math.floor((each.length / 1000) * (longest - 1)),
        }));
        expect(simulate(worldOf(given, outages, cuts, doubts), engine)).toEqual([]);
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

describe(`the promise, over ${WORLDS * DAYS} monitor-days in virtual time`, () => {
  test(
    "every outage long enough, seen by enough regions, is noticed in time",
    () => everyLongOutageIsNoticed(REAL_ENGINE, WORLDS),
    120_000,
  );
  test(
    "no outage shorter than the confirmations alerts",
    () => noShortOutageAlerts(REAL_ENGINE, WORLDS),
    120_000,
  );
  test("incidents never overlap", () => incidentsNeverOverlap(REAL_ENGINE, WORLDS), 120_000);
  test("skipping over quiet time changes nothing", () => {
    fc.assert(
      fc.property(setting, spansOf(4, 2 * hour), spansOf(2, hour), (given, outages, cuts) => {
        const world = {
          ...worldOf({ ...given, intervalSeconds: 900, timeoutMs: 10_000 }, outages, cuts),
          to: 10 * DAY,
          resend: () => false,
        };
        expect(simulate(world)).toEqual(simulate(world, REAL_ENGINE, true));
      }),
      { numRuns: 50 },
    );
  }, 120_000);
});

describe("broken engines are caught", () => {
  const { stepRegion, stepIncident } = REAL_ENGINE;
  const mutants: Record<string, { engine: Engine; caught: (engine: Engine, runs: number) => void }> = {
    "no slot key: a repeat counts again": {
      engine: {
        stepIncident,
        stepRegion: (state, result, rules) =>
          stepRegion(
            { ...state, lastSlot: state.lastSlot === result.slot ? null : state.lastSlot },
            result,
            rules,
          ),
      },
      caught: noShortOutageAlerts,
    },
    "no watermark: a late result counts": {
      engine: {
        stepIncident,
        stepRegion: (state, result, rules) => stepRegion({ ...state, lastSlot: null }, result, rules),
      },
      caught: noShortOutageAlerts,
    },
    "no self-doubt: inconclusive counts as down": {
      engine: {
        stepIncident,
        stepRegion: (state, result, rules) =>
          stepRegion(
            state,
            result.outcome === "inconclusive" ? { ...result, outcome: "down" } : result,
            rules,
          ),
      },
      caught: noShortOutageAlerts,
    },
    "no dedupe: an open incident is not remembered": {
      engine: {
        stepRegion,
        stepIncident: (regions, rules, _open, decider) => stepIncident(regions, rules, null, decider),
      },
      caught: incidentsNeverOverlap,
    },
    "no confirmation: the first failure counts": {
      engine: {
        stepIncident,
        stepRegion: (state, result, rules) =>
          stepRegion(state, result, { ...rules, incidentConfirmations: 1 }),
      },
      caught: noShortOutageAlerts,
    },
    "quorum off by one": {
      engine: {
        stepRegion,
        stepIncident: (regions, rules, open, decider) =>
          stepIncident(regions, { ...rules, regionThreshold: rules.regionThreshold + 1 }, open, decider),
      },
      caught: everyLongOutageIsNoticed,
    },
    "a second failure is forgiven": {
      engine: {
        stepIncident,
        stepRegion: (state, result, rules) =>
          stepRegion(
            state,
            result.outcome === "down" && state.failures === 1 ? { ...result, outcome: "up" } : result,
            rules,
          ),
      },
      caught: everyLongOutageIsNoticed,
    },
  };
  for (const [name, { engine, caught }] of Object.entries(mutants)) {
    test(name, () => expect(() => caught(engine, MUTANT_WORLDS)).toThrow(/Property failed/), 120_000);
  }
});
