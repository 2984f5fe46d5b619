import { expect, test } from "vitest";
import { OUTCOMES } from "@/lib/store/checks/result-writes";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { ingest } from "../ingest";

useDatabase();
const NOW = Math.floor(Date.now() / 1000) * 1000;
const ago = (seconds: number) => NOW - seconds * 1000;
const HERE = { region: "eu-deu-fra" } as const;
const THERE = { region: "na-usa-iad" } as const;

const rules = { incident_confirmations: 1, recovery_confirmations: 1, regions: [HERE.region, THERE.region] };

async function incidents(projectId: number) {
  const rows = await run`select incident_at, recovery_at from incidents where project_id = ${projectId}
    and withdrawn_at is null order by id`;
  return rows.map((row) => [row.incident_at.getTime(), row.recovery_at?.getTime() ?? null]);
}

test("late failures from a cut-off region, before the last recovery, open nothing", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, rules);
  await ingest([check(id, ago(200), "down", HERE)], null, NOW);
  await ingest([check(id, ago(100), "up", HERE)], null, NOW);
  await ingest([check(id, ago(190), "down", THERE), check(id, ago(110), "up", THERE)], THERE.region, NOW);
  expect(await incidents(projectId)).toEqual([[ago(200), ago(100)]]);
});

test("if that region still fails, a new incident covers the whole outage and replaces the recovered one", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, rules);
  await ingest([check(id, ago(200), "down", HERE)], null, NOW);
  await ingest([check(id, ago(100), "up", HERE)], null, NOW);
  await ingest([check(id, ago(190), "down", THERE), check(id, ago(90), "down", THERE)], THERE.region, NOW);
  expect(await incidents(projectId)).toEqual([[ago(200), null]]);
  await ingest([check(id, ago(60), "up", THERE)], THERE.region, NOW);
  expect(await incidents(projectId)).toEqual([[ago(200), ago(60)]]);
});

test("records an outage that ended before another region reports again, if all of it arrives at once", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, { ...rules, incident_confirmations: 2 });
  await ingest(
    [
      check(id, ago(400), "down", HERE),
      ...[390, 330].map((seconds) => check(id, ago(seconds), "down", THERE)),
      check(id, ago(270), "up", THERE),
      check(id, ago(100), "up", HERE),
    ],
    null,
    NOW,
  );
  expect(await incidents(projectId)).toEqual([[ago(390), ago(270)]]);
});

test("records checks missed during a half-hour stall as missed without changing anything", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, { regions: [HERE.region] });
  await ingest([check(id, ago(1860), "up", HERE)], null, NOW);
  const missed = [1800, 1200, 660, 60].map((seconds) => ({
    ...check(id, ago(seconds), "missed", HERE),
    started_at: new Date(NOW).toISOString(),
  }));
  await ingest([...missed, check(id, NOW, "up", HERE)], null, NOW);
  const rows =
    await run`select scheduled_at, outcome from results where monitor_id = ${id} order by scheduled_at`;
  const stored = rows.filter(({ outcome }) => outcome === OUTCOMES.indexOf("missed"));
  expect(stored.map(({ scheduled_at }) => scheduled_at.getTime())).toEqual([1800, 1200, 660, 60].map(ago));
  expect(await incidents(projectId)).toEqual([]);
});
