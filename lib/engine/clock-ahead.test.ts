import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/lib/store/core/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { ingest } from "./ingest";

// Two regions, one runner's clock 30 s ahead. The interval is also 30 s, so that both check at the same moments.
useDatabase();
const AHEAD_MS = 30_000;
const INTERVAL_MS = 30_000;
const STEPS = 24;
/** CLOCK_RUNS sets the number of random scenarios. */
const RUNS = Number(process.env.CLOCK_RUNS ?? 7);
const START = Math.floor(Date.now() / INTERVAL_MS) * INTERVAL_MS - (STEPS + 4) * INTERVAL_MS;
const HERE = "eu-deu-fra";
const THERE = "na-usa-iad";

interface Scenario {
  readonly rules: {
    incident_confirmations: number;
    recovery_confirmations: number;
    region_threshold: number;
  };
  /** The outcome of each region at each step. */
  readonly ahead: readonly boolean[];
  readonly exact: readonly boolean[];
  /** How many checks the runner that is ahead sends at once. */
  readonly batch: number;
}

const streaks = fc
  .array(fc.record({ up: fc.boolean(), steps: fc.integer({ min: 1, max: 6 }) }), {
    minLength: STEPS,
    maxLength: STEPS,
  })
  .map((runs) => runs.flatMap(({ up, steps }) => Array<boolean>(steps).fill(up)).slice(0, STEPS));

const scenarios: fc.Arbitrary<Scenario> = fc.record({
  rules: fc.record({
    incident_confirmations: fc.integer({ min: 1, max: 3 }),
    recovery_confirmations: fc.integer({ min: 1, max: 3 }),
    region_threshold: fc.integer({ min: 1, max: 2 }),
  }),
  ahead: streaks,
  exact: streaks,
  batch: fc.integer({ min: 1, max: 3 }),
});

/** Runs a sequence against the engine. `sent`: whether the runner that is ahead reports its clock. */
async function play(scenario: Scenario, aheadMs: number, sent: boolean) {
  // Leftovers of earlier runs would count when a region is compared to others.
  await run`delete from region_states`;
  await run`delete from region_quarantines`;
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, {
    ...scenario.rules,
    regions: [HERE, THERE],
    interval_seconds: INTERVAL_MS / 1000,
  });
  const waiting: ReturnType<typeof check>[] = [];
  for (const [step, up] of scenario.ahead.entries()) {
    const nowMs = START + step * INTERVAL_MS;
    waiting.push(check(id, nowMs + aheadMs, up ? "up" : "down", { region: HERE }));
    if (waiting.length >= scenario.batch || step === STEPS - 1)
      await ingest(waiting.splice(0), HERE, nowMs, sent ? nowMs + aheadMs : nowMs);
    const other = scenario.exact[step] ? "up" : "down";
    await ingest([check(id, nowMs + 7000, other, { region: THERE })], THERE, nowMs + 7000);
    await expectNothingAhead(projectId, nowMs + 7000);
  }
  const { count } = await db()
    .selectFrom("results")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("monitor_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(count).toBe(2 * STEPS);
  return incidentsOf(projectId);
}

async function incidentsOf(projectId: number) {
  const rows =
    await run`select incident_at, recovery_at, status from incidents where project_id = ${projectId}
    order by id`;
  return rows.map((row) => ({
    from: (row.incident_at.getTime() - START) / 1000,
    to: row.recovery_at && (row.recovery_at.getTime() - START) / 1000,
    status: row.status,
  }));
}

async function expectNothingAhead(projectId: number, nowMs: number): Promise<void> {
  const { latest } = await db()
    .selectFrom("incident_timeline")
    .select(({ fn }) => fn.max("occurred_at").as("latest"))
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  expect(latest === null || latest.getTime() <= nowMs + 1000).toBe(true);
  for (const { from, to } of await incidentsOf(projectId))
    if (to !== null) expect(to).toBeGreaterThanOrEqual(from);
}

test("a runner 30 s ahead that reports it produces the same incidents as exact clocks, to the second", async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => {
      expect(await play(scenario, AHEAD_MS, true)).toEqual(await play(scenario, 0, true));
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test("a runner 30 s ahead that does not report it causes no future, reversed, or lost incidents", async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => void (await play(scenario, AHEAD_MS, false))),
    { numRuns: 2 * RUNS, endOnFailure: true },
  );
});
