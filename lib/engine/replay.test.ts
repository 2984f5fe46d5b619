import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import type { CheckResult } from "@/lib/contract/checks/check";
import { db } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { closeManualPauses, openManualPauses } from "@/lib/store/monitors/pauses";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { completeRecoveries } from "./flapping";
import { ingest } from "./ingest";
import { replayMonitor } from "./replay";

useDatabase();
const NOW = Math.floor(Date.now() / 1000) * 1000;
const REGIONS: CheckResult["region"][] = ["eu-deu-fra", "na-usa-iad", "as-sgp-sin"];
/** REPLAY_SEED repeats a run, and REPLAY_RUNS sets the number of histories. */
const SEED = Number(process.env.REPLAY_SEED ?? Date.now() % 1_000_000);
const RUNS = Number(process.env.REPLAY_RUNS ?? 5);
const ago = (seconds: number) => NOW - seconds * 1000;
const WINDOW = [new Date(ago(4 * 3600)), new Date(NOW)] as const;

beforeEach(async () => {
  await db().deleteFrom("monitors").execute();
  await db().deleteFrom("region_quarantines").execute();
  await db().deleteFrom("quarantine_history").execute();
});

function settings(incident: number, recovery: number, required = 1) {
  return {
    consecutiveFailures: incident,
    consecutiveSuccesses: recovery,
    regionsRequired: required,
    intervalSeconds: 60,
  };
}

async function stored(projectId: number): Promise<[number, number | undefined][]> {
  const rows = await run`select * from incidents where project_id = ${projectId} order by id`;
  return rows.map((row) => [row.incident_at.getTime(), row.recovery_at?.getTime()]);
}

test("reproduces the incidents, and shows those that other settings would add, remove, and move", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, { incident_confirmations: 2, recovery_confirmations: 1 });
  const outcomes = ["up", "down", "up", "down", "down", "up", "down", "down", "down", "up"] as const;
  for (const [index, outcome] of outcomes.entries())
    await ingest([check(id, ago(500 - index * 20), outcome)], null, NOW);
  const place = { projectId, monitorId: id, regions: ["eu-deu-fra"], timeoutMs: 10_000 };
  const monitor = { ...place, settings: settings(2, 1) };
  const same = await replayMonitor(monitor, {}, ...WINDOW);
  expect(same.present.map((each) => [each.at, each.recoveredAt])).toEqual(await stored(projectId));
  expect(same).toMatchObject({ gained: [], lost: [], changed: [], kept: 2, results: 10, recorded: 2 });
  expect(same.downtime).toEqual({ present: 100, other: 100 });
  const fewer = await replayMonitor(monitor, { consecutiveFailures: 1 }, ...WINDOW);
  expect(fewer).toMatchObject({ gained: [{ at: ago(480) }], lost: [], kept: 2 });
  expect(fewer.changed.map(({ alertShift, startShift }) => [alertShift, startShift])).toEqual([
    [-20, 0],
    [-20, 0],
  ]);
  const more = await replayMonitor(monitor, { consecutiveFailures: 3 }, ...WINDOW);
  expect(more).toMatchObject({ gained: [], lost: [{ at: ago(440) }], kept: 1 });
  expect(more.lost[0]?.why).toContain("The outage ended before 1 region had failed 3 consecutive checks");
  expect(more.sentence).toBe(
    "With 3 consecutive failures instead of 2: 0 more alerts, 1 fewer, 1 outage alerted 20 s later.",
  );
});

/** Failures in some regions, then calm. Every sixth period is paused manually. */
const stretch = fc.record({
  outcomes: fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constant("down" as const) },
      { weight: 4, arbitrary: fc.constant("up" as const) },
      { weight: 1, arbitrary: fc.constant("inconclusive" as const) },
    ),
    { minLength: 3, maxLength: 12 },
  ),
  regions: fc.subarray(REGIONS, { minLength: 1 }),
  paused: fc.integer({ min: 0, max: 5 }).map((drawn) => drawn === 0),
  calm: fc.integer({ min: 0, max: 8 }),
});
const history = fc.record({
  stretches: fc.array(stretch, { minLength: 2, maxLength: 7 }),
  incident: fc.integer({ min: 1, max: 3 }),
  recovery: fc.integer({ min: 1, max: 3 }),
  required: fc.integer({ min: 1, max: 3 }),
});
type History = typeof history extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Runs a history through the real ingest, one batch per minute, and completes pending recoveries by the same clock. */
async function live({ stretches, incident, recovery, required }: History) {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, {
    regions: REGIONS,
    incident_confirmations: incident,
    recovery_confirmations: recovery,
    region_threshold: required,
  });
  let at = ago(3 * 3600);
  const minute = async (outcome: CheckResult["outcome"], troubled: readonly string[]) => {
    const batch = REGIONS.map((region, index) =>
      check(id, at + index * 5000, troubled.includes(region) ? outcome : "up", { region }),
    );
    // Like the clock, completes stable recoveries before evaluating the next result.
    for (const result of batch) {
      const arrived = Date.parse(result.started_at) + 42;
      await completeRecoveries(new Date(arrived));
      await ingest([result], null, arrived + 200);
    }
    at += 60_000;
  };
  for (const { outcomes, regions, paused, calm } of stretches) {
    if (paused) await setPaused(projectId, id, true, at - 1000);
    for (const outcome of outcomes) await minute(outcome, regions);
    if (paused) await setPaused(projectId, id, false, at - 1000);
    for (let minutes = 0; minutes < calm; minutes += 1) await minute("up", []);
  }
  await completeRecoveries(new Date(at));
  const monitor = { projectId, monitorId: id, regions: REGIONS, timeoutMs: 10_000 };
  return { monitor: { ...monitor, settings: settings(incident, recovery, required) }, end: new Date(at) };
}

async function setPaused(projectId: number, id: number, paused: boolean, atMs: number): Promise<void> {
  await run`update monitors set paused = ${paused} where id = ${id}`;
  const at = new Date(atMs);
  await tx((trx) =>
    paused
      ? openManualPauses(trx, projectId, [id], at)
      : closeManualPauses(trx, projectId, new Map([[id, "online"]]), at),
  );
}

test("unchanged settings reproduce the stored incidents, whatever happened", {
  timeout: 240_000,
}, async () => {
  console.info(`replay: ${RUNS} histories, seed ${SEED}`);
  let incidents = 0;
  await fc.assert(
    fc.asyncProperty(history, async (drawn) => {
      await db().deleteFrom("monitors").execute();
      const { monitor, end } = await live(drawn);
      const report = await replayMonitor(monitor, {}, WINDOW[0], end);
      const recorded = await stored(monitor.projectId);
      incidents += recorded.length;
      expect(report.present.map((each) => [each.at, each.recoveredAt ?? undefined])).toEqual(recorded);
      expect(report).toMatchObject({ gained: [], lost: [], changed: [] });
      expect(report.other).toEqual(report.present);
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  );
  expect(incidents).toBeGreaterThan(RUNS / 3);
});

test("ignores a quarantined region, like ingest", async () => {
  const [odd, ...rest] = ["as-sgp-sin", "eu-deu-fra", "na-usa-iad"] as const;
  const projects = [await makeScene(), await makeScene(), await makeScene()].map(
    ({ projectId }) => projectId,
  );
  const made = Array.from({ length: 9 }, (_, index) =>
    makeMonitor(projects[index % 3] ?? 0, { regions: [odd, ...rest] }),
  );
  const ids = await Promise.all(made);
  const look = async (region: CheckResult["region"], seconds: number, outcome: "up" | "down") => {
    const at = ago(3600 - seconds);
    const results = ids.map((id) => check(id, at, outcome, { region }));
    await ingest(results, region, at + 100);
  };
  for (const [seconds, outcome] of [
    [0, "up"],
    [60, "down"],
    [70, "down"],
    [80, "down"],
    [140, "down"],
    [200, "up"],
  ] as const) {
    await look(odd, seconds, outcome);
    for (const region of rest) await look(region, seconds + 1, "up");
  }
  const monitor = {
    ...{ projectId: projects[0] ?? 0, monitorId: ids[0] ?? 0, regions: [odd, ...rest] },
    ...{ timeoutMs: 10_000, settings: settings(3, 3) },
  };
  const withQuarantine = await replayMonitor(monitor, {}, ...WINDOW);
  expect(withQuarantine).toMatchObject({ present: [], recorded: 0, results: 18 });
  await db().deleteFrom("quarantine_history").execute();
  expect((await replayMonitor(monitor, {}, ...WINDOW)).present).toHaveLength(1);
});
