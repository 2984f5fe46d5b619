import fc from "fast-check";
import { expect, test } from "vitest";
import { stepIncident } from "@/lib/domain/incidents/step";
import {
  applyQuarantines,
  GATE_MS,
  judgeRegion,
  plausibleQuarantines,
  quarantineText,
  type RegionQuarantine,
} from "./quarantine";
import type { Flips, LoneFlips, RegionComparison } from "./region-comparison";
import { type RegionState, unknownRegion } from "./region-state";

const T0 = Date.parse("2026-03-01T10:00:00Z");
const NOTHING = { shared: 20, alone: 0, projects: 0 };
/** New failures that no other region reports, and none that one confirms. */
const lone = (flips: Flips, change: Partial<LoneFlips> = {}): LoneFlips => ({
  ...flips,
  contradicted: 0,
  confirmed: { looked: flips.looked, flipped: 0, projects: 0 },
  ...change,
});

function comparison(change: Partial<RegionComparison> = {}): RegionComparison {
  return {
    region: "as-sgp-sin",
    isSample: false,
    whole: NOTHING,
    recent: NOTHING,
    streak: 0,
    contradicting: 2,
    flips: lone({ looked: 40, flipped: 0, projects: 0 }),
    latest: lone({ looked: 0, flipped: 0, projects: 0 }),
    others: 3,
    ...change,
  };
}
const alone = (number: number, change: Partial<RegionComparison> = {}) =>
  comparison({ whole: { shared: 20, alone: number, projects: 3 }, streak: 3, ...change });
const QUARANTINED: RegionQuarantine = {
  region: "as-sgp-sin",
  kind: "quarantined",
  since: T0,
  reason: "it alone reports 14 of 20 shared monitors down, for 3 consecutive checks",
  releasedAt: null,
};
const GATED: RegionQuarantine = { ...QUARANTINED, kind: "gated", reason: "20 of 40 monitors" };
const ENDED: RegionQuarantine = { ...GATED, releasedAt: T0 + GATE_MS };
const flip = (flipped: number, projects: number, looked = 40) =>
  comparison({ flips: lone({ looked, flipped, projects }) });

test.each<[string, RegionComparison, RegionQuarantine["kind"] | null]>([
  ["14 of 20 shared monitors fail here alone, for three consecutive checks", alone(14), "quarantined"],
  ["exactly 30 % is not more than 30 %", alone(6), null],
  ["one more is", alone(7), "quarantined"],
  ["two consecutive checks are too few", alone(14, { streak: 2 }), null],
  ["one other region doesn't show which of the two is wrong", alone(14, { contradicting: 1 }), null],
  ["no other region shares its monitors", alone(14, { contradicting: 0, others: 0 }), null],
  ["only one project fails there", alone(0, { whole: { shared: 20, alone: 14, projects: 1 } }), null],
  ["two of three monitors are too few", alone(0, { whole: { shared: 3, alone: 2, projects: 2 } }), null],
  [
    "it broke 20 s ago, and two thirds of the monitors checked since fail",
    alone(0, {
      whole: { shared: 90, alone: 12, projects: 4 },
      recent: { shared: 18, alone: 12, projects: 4 },
    }),
    "quarantined",
  ],
  ["9 of 40 monitors of five projects flip within a minute", flip(9, 5), "gated"],
  ["8 are 20 %", flip(8, 5), null],
  ["four projects are too few", flip(40, 4), null],
  ["all monitors of one project", flip(40, 1), null],
  ["of a few monitors, five are not more than five", flip(5, 5, 12), null],
  ["no other region checks", { ...flip(30, 9), others: 0, contradicting: 0 }, null],
])("%s", (_name, seen, kind) => {
  expect(judgeRegion(null, seen, T0)?.kind ?? null).toBe(kind);
});

test("says when only some of the region's monitors were compared", () => {
  expect(judgeRegion(null, alone(14, { isSample: true }), T0)?.reason).toBe(
    "it alone reports 14 of 20 sampled shared monitors down, for 3 consecutive checks",
  );
});

test("the reason names the failures", () => {
  const quarantine = judgeRegion(null, alone(14), T0);
  expect(quarantine && quarantineText(quarantine)).toBe(
    "Singapore has been quarantined since 10:00:00 UTC: it alone reports 14 of 20 shared monitors down, for 3 consecutive checks",
  );
});

test.each<[string, RegionQuarantine, RegionComparison, number, boolean]>([
  ["a quarantine lasts while it disagrees", QUARANTINED, alone(14), 3600_000, true],
  ["and ends once it agrees again", QUARANTINED, alone(6), 90_000, false],
  ["or no other region contradicts it anymore", QUARANTINED, alone(14, { contradicting: 1 }), 90_000, false],
  ["a gate waits for the others", GATED, flip(30, 9), GATE_MS - 1, true],
  ["for a minute at most", GATED, flip(30, 9), GATE_MS, false],
  ["or less if the clock was set back", GATED, flip(30, 9), -1, false],
])("%s", (_name, before, seen, later, stays) => {
  expect(judgeRegion(before, seen, T0 + later)?.releasedAt === null).toBe(stays);
});

test("does not gate the same failures twice, but may quarantine them", () => {
  expect(judgeRegion(ENDED, flip(30, 9), T0 + 2 * GATE_MS)).toBe(ENDED);
  expect(judgeRegion(ENDED, flip(30, 9), T0 + 6 * GATE_MS)?.releasedAt).toBeNull();
  expect(judgeRegion(ENDED, alone(14), T0 + 2 * GATE_MS)).toMatchObject({ kind: "quarantined" });
});

/** Ten more failures, of which other regions confirm some, and see others up. */
function massOutage(confirmed: number, contradicted: number, projects = 6): RegionComparison {
  const flips = { looked: 40, flipped: 10 + contradicted, projects: 6 };
  return comparison({
    flips: lone(flips, { contradicted, confirmed: { looked: 40, flipped: confirmed, projects } }),
  });
}

test.each<[string, RegionComparison, boolean]>([
  ["another region confirms 12 new failures and contradicts none", massOutage(12, 0), true],
  ["or contradicts a quarter as many", massOutage(12, 3), true],
  ["more are contradicted", massOutage(12, 4), false],
  ["8 of 40 are no mass outage", massOutage(8, 0), false],
  ["nor are failures of four projects", massOutage(12, 0, 4), false],
])("regions that fail together at the same time confirm each other: %s", (_name, seen, isMass) => {
  expect(judgeRegion(null, seen, T0)?.kind ?? null).toBe(isMass ? null : "gated");
  expect(judgeRegion(GATED, seen, T0 + 5000)?.releasedAt).toBe(isMass ? T0 + 5000 : null);
});

const RULES = { consecutiveFailures: 3, consecutiveSuccesses: 3, regionsRequired: 1, timeoutMs: 10_000 };
function state(region: string, failures: number): RegionState {
  const health = failures >= 3 ? "failing" : "healthy";
  return { ...unknownRegion(region), health, failures, failingSince: failures > 0 ? T0 : null };
}
const NAMES = ["a", "b", "c", "d", "e"];
/** Returns whether an incident opens while the first region is quarantined. */
function opens(failures: readonly number[], required: number, quarantine: RegionQuarantine | null): boolean {
  const states = failures.map((number, index) => state(NAMES[index] ?? "", number));
  const quarantines = new Map(quarantine ? [["a", quarantine]] : []);
  const given = { ...RULES, regionsRequired: required };
  const trusted = applyQuarantines(states, quarantines, given);
  const rules = { ...given, regionsRequired: trusted.required };
  return stepIncident(trusted.regions, rules, null, { region: "b", at: T0 })?.kind === "open";
}
const streak = fc.integer({ min: 0, max: 5 });
const streaks = fc.array(streak, { minLength: 1, maxLength: 5 });
const quarantineKind = fc.constantFrom(QUARANTINED, GATED);

test("failures of a quarantined region never open an incident or change the outcome", () => {
  fc.assert(
    fc.property(streaks, fc.integer({ min: 1, max: 5 }), (others, required) => {
      const without = Math.max(1, Math.min(required, others.length));
      expect(opens([5, ...others], required, QUARANTINED)).toBe(opens([0, ...others], without, null));
      expect(opens([5], required, QUARANTINED)).toBe(false);
    }),
  );
});

test("an outage in every other region opens an incident despite a quarantine, for any number of regions they can reach", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      quarantineKind,
      fc.integer({ min: 1, max: 5 }),
      (others, quarantine, required) => {
        const failures = Array.from({ length: others + 1 }, () => 3);
        expect(opens(failures, Math.min(required, failures.length), quarantine)).toBe(true);
      },
    ),
  );
});

test("a gate never applies to a failure that a second region reports", () => {
  fc.assert(
    fc.property(streaks, fc.integer({ min: 1, max: 5 }), (others, required) => {
      fc.pre(others.some((failures) => failures > 0));
      expect(opens([3, ...others], required, GATED)).toBe(opens([3, ...others], required, null));
    }),
  );
});

test("gates never apply to a failure that two gated regions report", () => {
  const both = new Map(["a", "b"].map((region) => [region, { ...GATED, region }]));
  const trusted = applyQuarantines([state("a", 3), state("b", 1), state("c", 0)], both, RULES);
  expect(trusted.regions.filter(({ ignored }) => ignored)).toEqual([]);
  const other = new Map([...both, ["b", { ...QUARANTINED, region: "b" }]]);
  expect(applyQuarantines([state("a", 3), state("b", 3)], other, RULES).regions[0]?.ignored).toBe(true);
});

test.each<[string, readonly [region: string, since: number][], boolean]>([
  [
    "no region is left to confirm or contradict the failures",
    [
      ["b", T0 + 5000],
      ["c", T0 - 20_000],
    ],
    true,
  ],
  ["one region is not gated", [["b", T0]], false],
  [
    "one region was gated earlier",
    [
      ["b", T0],
      ["c", T0 - 21_000],
    ],
    false,
  ],
])("regions that are gated at the same time don't wait for each other: %s", (_name, others, isOff) => {
  const gates: [string, RegionQuarantine][] = others.map(([region, since]) => [
    region,
    { ...GATED, region, since },
  ]);
  const states = [state("a", 3), state("b", 0), state("c", 0)];
  const trusted = applyQuarantines(states, new Map([["a", GATED], ...gates]), RULES);
  expect(trusted.applied).toHaveLength(isOff ? 0 : 1);
});

test("a gate applies where no other region checks the monitor", () => {
  expect(applyQuarantines([state("a", 3)], new Map([["a", GATED]]), RULES).applied).toEqual([GATED]);
});

test("a gate delays no incident by more than a minute, wherever it ends between two results", () => {
  const cadence = { monitorId: 1, intervalSeconds: 60 };
  const anyTime = fc.integer({ min: 0, max: 60_000 });
  fc.assert(
    fc.property(anyTime, anyTime, fc.integer({ min: 1000, max: 30_000 }), (began, offset, timeoutMs) => {
      // The failure begins up to a minute before or after the gate does, and every check takes its full timeout.
      const failingSince = T0 - 30_000 + began;
      const everyMs = Math.max(10_000, timeoutMs);
      const confirmedMs = failingSince + 2 * everyMs + timeoutMs;
      const released = { ...GATED, releasedAt: T0 + GATE_MS + offset };
      for (let failures = 3; ; failures += 1) {
        const lastStart = failingSince + (failures - 1) * everyMs;
        const arrivesAt = lastStart + timeoutMs;
        const quarantine = arrivesAt >= released.releasedAt ? released : GATED;
        const seen = { ...state("a", failures), failingSince, lastStart, lastScheduledAt: lastStart };
        const rules = { ...RULES, timeoutMs, cadence };
        if (!applyQuarantines([seen], new Map([["a", quarantine]]), rules).regions[0]?.ignored) {
          expect(arrivesAt - Math.max(confirmedMs, T0)).toBeLessThanOrEqual(GATE_MS);
          return;
        }
      }
    }),
  );
});

const number = fc.integer({ min: 0, max: 1000 });
const seen = fc
  .record({ shared: number, alone: number, projects: fc.integer({ min: 0, max: 9 }) })
  .map((each) => ({ ...each, alone: Math.min(each.alone, each.shared) }));
const flips = fc.record({ looked: number, flipped: number, projects: number }).map((each) => lone(each));
const anyComparison = fc
  .record({ whole: seen, recent: seen, streak: number, contradicting: number, flips, latest: flips })
  .map((change) => comparison({ ...change, flips: { ...change.flips, looked: 1000 } }));

test("failures in one project never cause a quarantine, however many", () => {
  fc.assert(
    fc.property(anyComparison, (any) => {
      const single = (each: RegionComparison["whole"]) => ({ ...each, projects: Math.min(each.projects, 1) });
      const one = {
        ...any,
        whole: single(any.whole),
        recent: single(any.recent),
        flips: { ...any.flips, projects: 1 },
        latest: { ...any.latest, projects: 1 },
      };
      expect(judgeRegion(null, one, T0)).toBeNull();
    }),
  );
});

test("failures that others also report cause no quarantine and end an active one", () => {
  fc.assert(
    fc.property(anyComparison, quarantineKind, (any, before) => {
      const none = { ...any.whole, alone: 0, projects: 0 };
      const shared = {
        ...any,
        whole: none,
        recent: none,
        flips: { ...any.flips, flipped: 0 },
        latest: { ...any.latest, flipped: 0 },
        streak: 0,
      };
      expect(judgeRegion(null, shared, T0)).toBeNull();
      expect(judgeRegion(before, shared, T0 + GATE_MS)?.releasedAt).toBe(T0 + GATE_MS);
    }),
  );
});

test("after release, a region's old failures don't count until it checks again", () => {
  const seen = (lastScheduledAt: number, failures = 7): RegionState => ({
    ...unknownRegion("as-sgp-sin"),
    health: "failing",
    failures,
    failingSince: T0 - 120_000,
    lastScheduledAt,
  });
  const isIgnored = (quarantine: RegionQuarantine, state: RegionState) =>
    applyQuarantines([state], new Map([[quarantine.region, quarantine]]), RULES).regions[0]?.ignored === true;
  const returned: RegionQuarantine = { ...QUARANTINED, releasedAt: T0 };
  expect(isIgnored(returned, seen(T0 - 1000))).toBe(true);
  expect(isIgnored(returned, seen(T0 + 1000))).toBe(false);
  const opened: RegionQuarantine = { ...GATED, releasedAt: T0 };
  expect(isIgnored(opened, seen(T0 - 20_000))).toBe(true);
  expect(isIgnored(opened, seen(T0 - 1000))).toBe(false);
});

test("ignores a quarantine that ended in the future, before the clock was set back", () => {
  const quarantine: RegionQuarantine = { ...QUARANTINED, releasedAt: T0 + 3600_000 };
  expect(plausibleQuarantines(new Map([[quarantine.region, quarantine]]), T0).size).toBe(0);
  expect(plausibleQuarantines(new Map([[quarantine.region, quarantine]]), T0 + 3600_000).size).toBe(1);
});

test("detects a mass failure before the first failure is confirmed, when half of 100 monitors start failing", () => {
  const latest = lone({ looked: 24, flipped: 9, projects: 6 });
  expect(judgeRegion(null, { ...flip(10, 7, 100), latest }, T0)?.kind).toBe("gated");
});

test("detects a mass failure when half of the monitors checked in 20 s start failing", () => {
  const latest = lone({ looked: 30, flipped: 15, projects: 6 });
  expect(judgeRegion(null, { ...flip(15, 6, 100), latest }, T0)?.kind).toBe("gated");
  expect(judgeRegion(null, comparison({ latest: { ...latest, projects: 4 } }), T0)).toBeNull();
  expect(judgeRegion(null, comparison({ latest: { ...latest, flipped: 6 } }), T0)).toBeNull();
});
