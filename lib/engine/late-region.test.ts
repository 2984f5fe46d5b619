import { expect, test } from "vitest";
import { db } from "@/lib/store/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { ingest } from "./ingest";

useDatabase();
const NOW = Math.floor(Date.now() / 1000) * 1000;
const ago = (seconds: number) => NOW - seconds * 1000;
const HERE = { region: "eu-deu-fra" } as const;
const THERE = { region: "na-usa-iad" } as const;

const rules = { incident_confirmations: 1, recovery_confirmations: 1, regions: [HERE.region, THERE.region] };

async function incidents(projectId: number) {
  const rows = await db()
    .selectFrom("incidents")
    .select(["incident_at", "recovery_at"])
    .where("project_id", "=", projectId)
    .orderBy("id")
    .execute();
  return rows.map((row) => [row.incident_at.getTime(), row.recovery_at?.getTime() ?? null]);
}

test("what a region that was cut off tells late of a failure before the last recovery opens nothing", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, rules);
  await ingest([check(id, ago(200), "down", HERE)], null, NOW);
  await ingest([check(id, ago(100), "up", HERE)], null, NOW);
  await ingest([check(id, ago(190), "down", THERE), check(id, ago(110), "up", THERE)], THERE.region, NOW);
  expect(await incidents(projectId)).toEqual([[ago(200), ago(100)]]);
});

test("when that region still fails after the recovery, a new incident begins where the last one ended", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, rules);
  await ingest([check(id, ago(200), "down", HERE)], null, NOW);
  await ingest([check(id, ago(100), "up", HERE)], null, NOW);
  await ingest([check(id, ago(190), "down", THERE), check(id, ago(90), "down", THERE)], THERE.region, NOW);
  expect(await incidents(projectId)).toEqual([
    [ago(200), ago(100)],
    [ago(100), null],
  ]);
  await ingest([check(id, ago(60), "up", THERE)], THERE.region, NOW);
  expect(await incidents(projectId)).toEqual([
    [ago(200), ago(100)],
    [ago(100), ago(60)],
  ]);
});
