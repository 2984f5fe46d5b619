import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { statusOf } from "@/lib/domain/checks/monitor-status";
import {
  isUnconfirmed,
  type JudgedResult,
  type RegionState,
  stepRegion,
  unknownRegion,
} from "@/lib/domain/checks/region-state";
import { type IncidentDecision, type MonitorRules, type OpenIncident, stepIncident } from "./step";

const REGIONS = ["a", "b", "c"];
const RUNS = 5000;

/** One monitor's history: fed in batches, each sorted by scheduled time as ingest does. */
function feed(batches: readonly (readonly JudgedResult[])[], rules: MonitorRules) {
  const states = new Map(REGIONS.map((region) => [region, unknownRegion(region)]));
  const decisions: { decision: IncidentDecision; failing: number }[] = [];
  const current: { open: OpenIncident | null } = { open: null };
  for (const batch of batches) {
    for (const result of [...batch].sort(
      (x, y) => x.scheduledAt - y.scheduledAt || x.region.localeCompare(y.region),
    )) {
      const step = stepRegion(states.get(result.region) ?? unknownRegion(result.region), result, rules);
      states.set(result.region, step.state);
      if (!step.applied) continue;
      const all: RegionState[] = [...states.values()];
      const decision = stepIncident(all, rules, current.open, {
        region: result.region,
        at: result.startedAt,
      });
      if (!decision) continue;
      decisions.push({ decision, failing: all.filter((state) => state.health === "failing").length });
      if (decision.kind === "open") current.open = { status: decision.status, incidentAt: decision.at };
      else if (decision.kind === "recovered") current.open = null;
      else if (current.open) current.open = { ...current.open, status: decision.kind };
    }
  }
  return { states, decisions, open: current.open, status: statusOf([...states.values()]) };
}

const rulesOf = fc.record({
  consecutiveFailures: fc.integer({ min: 1, max: 5 }),
  consecutiveSuccesses: fc.integer({ min: 1, max: 5 }),
  regionsRequired: fc.integer({ min: 1, max: 3 }),
});

const outcomeOf = fc.constantFrom(
  "up" as const,
  "up" as const,
  "down" as const,
  "down" as const,
  "inconclusive" as const,
);

/** A series of results in order for each region. */
const historyOf = fc.tuple(...REGIONS.map(() => fc.array(outcomeOf, { maxLength: 25 }))).map((runs) =>
  runs.map((outcomes, index) =>
    outcomes.map((outcome, at): JudgedResult => {
      const scheduledAt = 1_000_000 + at * 60_000 + index * 7000;
      const error = outcome === "down" ? { code: "connect_refused", message: "connection refused" } : null;
      return { region: REGIONS[index] ?? "", scheduledAt, startedAt: scheduledAt + 5, outcome, error };
    }),
  ),
);

/** A failure prints its seed and path. Set them here to repeat it. */
const options = { numRuns: RUNS };

describe("properties of the incident rules", () => {
  test("the final state depends on the results, not on batches, repeats, or how regions interleave", () => {
    fc.assert(
      fc.property(historyOf, rulesOf, fc.infiniteStream(fc.nat(2)), (runs, rules, picks) => {
        const sorted = feed([runs.flat()], rules);
        // Any interleaving that keeps the order within a region, in batches of one, each sent twice.
        const queues = runs.map((run) => [...run]);
        const batches: JudgedResult[][] = [];
        while (queues.some((queue) => queue.length > 0)) {
          const pick = picks.next().value ?? 0;
          const queue = queues[pick]?.length
            ? queues[pick]
            : queues.find((candidate) => candidate.length > 0);
          const next = queue?.shift();
          if (next) batches.push([next, next], [next]);
        }
        const other = feed(batches, rules);
        expect([...other.states]).toEqual([...sorted.states]);
        expect(other.status).toEqual(sorted.status);
        expect(other.open !== null).toBe(sorted.open !== null);
        expect(other.open?.status).toBe(sorted.open?.status);
      }),
      options,
    );
  });

  test("a late result changes nothing", () => {
    fc.assert(
      fc.property(historyOf, rulesOf, fc.nat(), (runs, rules, pick) => {
        const before = feed([runs.flat()], rules);
        const judged = runs.flat().filter((result) => result.outcome !== "inconclusive");
        const late = judged[pick % Math.max(1, judged.length)];
        if (!late) return;
        const flipped: JudgedResult = {
          ...late,
          scheduledAt: late.scheduledAt - 1,
          outcome: late.outcome === "up" ? "down" : "up",
        };
        expect([...feed([runs.flat(), [flipped]], rules).states]).toEqual([...before.states]);
      }),
      options,
    );
  });

  test("never opens an incident below the quorum or keeps one open without failures", () => {
    fc.assert(
      fc.property(historyOf, rulesOf, (runs, rules) => {
        const { decisions, open, states } = feed([runs.flat()], rules);
        for (const { decision, failing } of decisions) {
          if (decision.kind === "open") expect(failing).toBeGreaterThanOrEqual(rules.regionsRequired);
          if (decision.kind === "recovered") expect(failing).toBeLessThan(rules.regionsRequired);
          expect(decision.reason).not.toMatch(/undefined|NaN|null/);
        }
        const failing = [...states.values()].filter((state) => state.health === "failing").length;
        expect(open !== null).toBe(failing >= rules.regionsRequired);
      }),
      options,
    );
  });

  test("incidents of a monitor never overlap and end after they start", () => {
    fc.assert(
      fc.property(historyOf, rulesOf, (runs, rules) => {
        let openedAt: number | null = null;
        let recoveredAt = 0;
        for (const { decision } of feed([runs.flat()], rules).decisions) {
          if (decision.kind === "open") {
            expect(openedAt).toBeNull();
            openedAt = decision.at;
          } else if (decision.kind === "recovered") {
            expect(decision.at).toBeGreaterThan(openedAt ?? Number.POSITIVE_INFINITY);
            expect(decision.at).toBeGreaterThan(recoveredAt);
            openedAt = null;
            recoveredAt = decision.at;
          }
        }
      }),
      options,
    );
  });
});

describe("one region", () => {
  const rules = { consecutiveFailures: 3, consecutiveSuccesses: 2 };
  const run = (outcomes: JudgedResult["outcome"][]) =>
    outcomes.reduce(
      (state, outcome, at) =>
        stepRegion(state, { region: "a", scheduledAt: at, startedAt: at, outcome, error: null }, rules).state,
      unknownRegion("a"),
    );

  test("a region is up after its first success, but down only after confirmed failures", () => {
    expect(run(["up"]).health).toBe("healthy");
    expect(run(["down", "down"]).health).toBe("unknown");
    expect(run(["up", "down", "down", "down"])).toMatchObject({
      health: "failing",
      failingSince: 1,
      failures: 3,
    });
  });

  test("a success in between restarts the count, but an inconclusive result does not", () => {
    expect(run(["up", "down", "down", "up", "down"])).toMatchObject({
      health: "healthy",
      failingSince: 4,
      failures: 1,
    });
    expect(run(["up", "down", "inconclusive", "down", "missed", "down"]).health).toBe("failing");
  });

  test("a recovery counts from the first success of the deciding streak", () => {
    const state = run(["down", "down", "down", "up", "down", "up", "up"]);
    expect(state).toMatchObject({ health: "healthy", healthySince: 5, failingSince: null });
  });

  test("rechecks soon only while something is unconfirmed", () => {
    expect(isUnconfirmed(run(["up", "down"]))).toBe(true);
    expect(isUnconfirmed(run(["down", "down", "down"]))).toBe(false);
    expect(isUnconfirmed(run(["down", "down", "down", "up"]))).toBe(true);
    expect(isUnconfirmed(run(["down", "down", "down", "up", "up"]))).toBe(false);
  });
});

describe("regions that went silent", () => {
  const rules: MonitorRules = { consecutiveFailures: 1, consecutiveSuccesses: 1, regionsRequired: 2 };
  const failing = (region: string, silent = false): RegionState => ({
    ...unknownRegion(region),
    health: "failing",
    failures: 3,
    failingSince: 1000,
    silent,
  });
  const healthy = (region: string): RegionState => ({
    ...unknownRegion(region),
    health: "healthy",
    successes: 5,
    healthySince: 10,
  });
  const open: OpenIncident = { status: "ongoing", incidentAt: 1000 };

  test("do not open an incident", () => {
    expect(
      stepIncident([failing("a"), failing("b", true)], rules, null, { region: "a", at: 5000 }),
    ).toBeNull();
  });
  test("do not close one while any other region fails", () => {
    expect(
      stepIncident([failing("a"), failing("b", true), healthy("c")], rules, open, { region: "c", at: 5000 }),
    ).toBeNull();
  });
  test("do not keep one open if all reporting regions succeed, and it can't end before its start", () => {
    const decision = stepIncident([failing("a", true), healthy("c")], rules, open, { region: "c", at: 5000 });
    expect(decision).toMatchObject({ kind: "recovered", at: 5000 });
  });
});

test("a recovery starts with the last region that came up, even when another region's check decides it", () => {
  const rules = { consecutiveFailures: 1, consecutiveSuccesses: 1, regionsRequired: 1 };
  const up = { health: "healthy" as const, successes: 2 };
  const regions: RegionState[] = [
    { ...unknownRegion("a"), ...up, healthySince: 2000 },
    { ...unknownRegion("b"), ...up, healthySince: 9000 },
    // Kept the incident open until its failure was ignored.
    {
      ...unknownRegion("c"),
      health: "failing",
      failures: 2,
      failingSince: 1000,
      silent: true,
      ignored: true,
    },
  ];
  const open: OpenIncident = { status: "ongoing", incidentAt: 1000 };
  const decision = stepIncident(regions, rules, open, { region: "a", at: 12_000 });
  expect(decision).toMatchObject({ kind: "recovered", at: 9000 });
});

test("a success that arrives late doesn't date the recovery before another region came up", () => {
  const rules = { consecutiveFailures: 1, consecutiveSuccesses: 1, regionsRequired: 1 };
  const up = { health: "healthy" as const, successes: 1 };
  const regions: RegionState[] = [
    { ...unknownRegion("late"), ...up, healthySince: 4000 },
    { ...unknownRegion("b"), ...up, healthySince: 9000 },
  ];
  const open: OpenIncident = { status: "ongoing", incidentAt: 1000 };
  const decide = (region: string, at: number) => stepIncident(regions, rules, open, { region, at });
  expect(decide("late", 4000)).toMatchObject({ kind: "recovered", at: 9000 });
  expect(decide("b", 9000)).toMatchObject({ kind: "recovered", at: 9000 });
});

test.each([
  ["that is silent", { lastStart: 9500 }, 9500],
  ["that is ignored since later", { lastStart: 9500, ignoredSince: 11_000 }, 9500],
  ["that is ignored and goes on failing", { lastStart: 11_500, ignoredSince: 10_000 }, 10_000],
  ["that began to succeed", { lastStart: 9700, successes: 1, failures: 0, healthySince: 9600 }, 9600],
  ["that was ignored before it failed", { lastStart: 11_500, ignoredSince: 1000 }, 9000],
])("a recovery doesn't precede the last failure that counted, of a region %s", (_, state, at) => {
  const rules = { consecutiveFailures: 1, consecutiveSuccesses: 2, regionsRequired: 1 };
  const failing = { health: "failing" as const, failures: 2, failingSince: 1000, silent: true };
  const regions: RegionState[] = [
    { ...unknownRegion("a"), health: "healthy", successes: 2, healthySince: 9000 },
    { ...unknownRegion("c"), ...failing, ...state },
  ];
  const open: OpenIncident = { status: "ongoing", incidentAt: 1000 };
  const decision = stepIncident(regions, rules, open, { region: "a", at: 12_000 });
  expect(decision).toMatchObject({ kind: "recovered", at });
});

test("reasons name the place of a check, never a region code", () => {
  const at = Date.UTC(2026, 0, 1, 3, 12, 1);
  const base = { ...unknownRegion("eu-deu-fra"), health: "failing" as const, failures: 3, failingSince: at };
  const open = { status: "ongoing" as const, incidentAt: at };
  const rules = { consecutiveFailures: 1, consecutiveSuccesses: 2, regionsRequired: 1 };
  const reasonFor = (state: Partial<RegionState>, status: OpenIncident["status"], named?: Set<string>) => {
    const decider = { region: "eu-deu-fra", at: at + 1000 };
    const all = { ...rules, ...(named && { named }) };
    return stepIncident([{ ...base, ...state }], all, { ...open, status }, decider)?.reason;
  };
  const rising = { successes: 1, failures: 0, healthySince: at + 1000 };
  const up = { ...rising, health: "healthy" as const, successes: 2 };
  const inFrankfurt = new Set(["eu-deu-fra"]);
  expect(reasonFor(up, "recovering", inFrankfurt)).toMatch(
    /^2 consecutive checks from Frankfurt passed, since /,
  );
  expect(reasonFor(up, "recovering")).toMatch(/^2 consecutive checks from this server passed, since /);
  expect(reasonFor(rising, "ongoing")).toMatch(/^1 check from this server passed at /);
  expect(reasonFor(up, "recovering")).not.toMatch(/region/);
  expect(reasonFor({}, "recovering", inFrankfurt)).toMatch(/^1 check from Frankfurt failed again at /);
});
