import { expect, test } from "vitest";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { ingest } from "@/lib/engine/ingest";
import { now } from "@/lib/shared/clock";
import { HOUR_MS } from "@/lib/shared/durations";
import { selectPageMonitors } from "@/lib/store/status-pages/rows";
import { check, makeIncident, makeMonitor, observe, rollUp } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { MONITOR, makeScene, type Scene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { availabilitiesBelowFull, FULL } from "./monitors";
import { createMonitor } from "./writes";

useDatabase();

const at = now();
const ago = (hours: number) => new Date(at.getTime() - hours * HOUR_MS);

async function observed(scene: Scene, createdHoursAgo: number): Promise<number> {
  const { id } = await createMonitor(scene.caller(), CreateMonitor.parse(MONITOR));
  await run`update monitors set created_at = ${ago(createdHoursAgo)} where id = ${id}`;
  await observe(id, at);
  return id;
}

const broken = (scene: Scene, monitorId: number, from: number, to: number | null, excluded = false) =>
  makeIncident(scene.projectId, [monitorId], [ago(from), to === null ? null : ago(to)], {
    exclude_from_downtime: excluded,
  });

async function availabilityOf(scene: Scene, id: number) {
  return (await availabilitiesBelowFull(scene.projectId, [id])).get(id) ?? FULL;
}

test("returns null for a monitor never checked and 100 for one that never failed", async () => {
  const scene = await makeScene();
  const { id } = await createMonitor(scene.caller(), CreateMonitor.parse(MONITOR));
  expect(await availabilityOf(scene, id)).toEqual({ oneDay: null, sevenDays: null });
  const checked = await observed(scene, 1000);
  await rollUp(scene.projectId, checked, ago(2));
  expect(await availabilityOf(scene, checked)).toEqual({ oneDay: 100, sevenDays: 100 });
});

test("observes nothing from inconclusive checks, in reports and on pages too, until the first conclusive result", async () => {
  const scene = await makeScene();
  const id = await makeMonitor(scene.projectId);
  await run`update monitors set created_at = ${ago(1)} where id = ${id}`;
  const minute = (step: number) => at.getTime() - (10 - step) * 60_000;
  const take = (step: number, outcome: "inconclusive" | "up") =>
    ingest([check(id, minute(step), outcome)], "eu-deu-fra", minute(step));
  const page = async () => (await selectPageMonitors(scene.projectId, [id], ago(24), at))[0]?.judged;
  for (const step of [1, 2, 3]) await take(step, "inconclusive");
  expect([await availabilityOf(scene, id), await page()]).toEqual([{ oneDay: null, sevenDays: null }, false]);
  await take(4, "up");
  expect([await availabilityOf(scene, id), await page()]).toEqual([{ oneDay: 100, sevenDays: 100 }, true]);
});

test("counts overlapping incidents once, excluded ones never, and an open one until now", async () => {
  const scene = await makeScene();
  const id = await observed(scene, 1000);
  await broken(scene, id, 6, 3);
  await broken(scene, id, 5, 2);
  await broken(scene, id, 20, 10, true);
  await broken(scene, id, 1, null);
  const found = await availabilityOf(scene, id);
  expect(found?.oneDay).toBeCloseTo(100 * (1 - 5 / 24), 1);
  expect(found?.sevenDays).toBeCloseTo(100 * (1 - 5 / 168), 1);
});

test("counts paused time neither as observed nor as down", async () => {
  const scene = await makeScene();
  const id = await observed(scene, 1000);
  await broken(scene, id, 8, 4);
  await run`insert into monitor_pauses (monitor_id, project_id, cause, started_at, ended_at)
    values (${id}, ${scene.projectId}, 'manual', ${ago(6)}, ${ago(2)})`;
  expect((await availabilityOf(scene, id))?.oneDay).toBeCloseTo(100 * (1 - 2 / 20), 1);
});

test("does not observe time before the monitor existed", async () => {
  const scene = await makeScene();
  const id = await observed(scene, 10);
  await broken(scene, id, 5, 0);
  expect((await availabilityOf(scene, id))?.sevenDays).toBeCloseTo(50, 0);
});

test("never rounds up", async () => {
  const scene = await makeScene();
  const id = await observed(scene, 1000);
  await broken(scene, id, 1, 1 - 1 / 3600);
  const found = await availabilityOf(scene, id);
  expect(found?.sevenDays).toBe(99.9998);
});
