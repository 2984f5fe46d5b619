import { beforeAll, expect, test } from "vitest";
import { Series, Strips } from "@/lib/contract/checks/series";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { createMonitor } from "@/lib/services/monitors/writes";
import { now } from "@/lib/shared/clock";
import { HOUR_MS } from "@/lib/shared/durations";
import { ensurePartitionsFor } from "@/lib/store/checks/partitions";
import { ensureRollupMonths } from "@/lib/store/checks/rollup-months";
import { rollUpHours } from "@/lib/store/checks/rollups";
import { db } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { MONITOR, makeScene, type Scene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { getSeries, getStrips } from "./series";

useDatabase();
beforeAll(() => ensureRollupMonths(new Date(Date.now() - 100 * 86_400_000), new Date()));

const hourStart = Math.floor(now().getTime() / HOUR_MS) * HOUR_MS;

async function make(scene: Scene): Promise<number> {
  return (await createMonitor(scene.caller(), CreateMonitor.parse(MONITOR))).id;
}

/** Stores `count` checks of one region, a second apart, with response times of 1, 2, 3 … ms; every fifth one fails. */
async function checks(
  scene: Scene,
  monitorId: number,
  fromMs: number,
  count: number,
  region = "eu-deu-fra",
): Promise<void> {
  await ensurePartitionsFor([fromMs]);
  await run`insert into results (project_id, monitor_id, scheduled_at, started_at, region, outcome, total_us)
     select ${scene.projectId}, ${monitorId}, ${new Date(fromMs)}::timestamptz + make_interval(secs => n), now(), ${region}, case when n % 5 = 0 then 1 else 0 end, n * 1000
     from generate_series(1, ${count}) n`;
}

async function rolled(
  scene: Scene,
  monitorId: number,
  hoursAgo: number,
  p50Ms: number,
  up: number,
): Promise<void> {
  const hour = new Date(hourStart - hoursAgo * HOUR_MS);
  await ensureRollupMonths(hour, hour);
  await db()
    .insertInto("rollups_hourly")
    .values({
      project_id: scene.projectId,
      monitor_id: monitorId,
      region: "eu-deu-fra",
      hour,
      up,
      down: 1,
      inconclusive: 0,
      missed: 0,
      sum_us: 1,
      p50_us: p50Ms * 1000,
      p75_us: p50Ms * 1000,
      p95_us: p50Ms * 2000,
      p99_us: p50Ms * 3000,
    })
    .execute();
}

test("returns exact values for a short range, with percentiles of successes and counted failures", async () => {
  const scene = await makeScene();
  const id = await make(scene);
  await checks(scene, id, hourStart - HOUR_MS, 100);
  const found = await getSeries(scene.caller(), id, {
    from: new Date(hourStart - HOUR_MS),
    to: new Date(hourStart),
    buckets: 60,
  });
  expect(Series.parse(found)).toEqual(found);
  expect(found).toMatchObject({ source: "results", step_seconds: 60 });
  const [region] = found.regions;
  expect(region?.points.map((point) => [point.up, point.down])).toEqual([
    [48, 11],
    [32, 9],
  ]);
  // The hour's 80 successes took 1, 2, 3, 4, 6, 7 … 99 ms; a percentile is one of them.
  expect([region?.p50, region?.p95, region?.p99]).toEqual([49, 94, 99]);
  expect(region?.points[0]).toMatchObject({ p99: 59, phases: { dns: null, first_byte: null } });
});

test("reads a long range from rollups, with percentiles weighted by successes", async () => {
  const scene = await makeScene();
  const id = await make(scene);
  await rolled(scene, id, 100, 10, 30);
  await rolled(scene, id, 101, 20, 10);
  const found = await getSeries(scene.caller(), id, {
    from: new Date(hourStart - 240 * HOUR_MS),
    to: new Date(hourStart),
    buckets: 10,
  });
  expect(found).toMatchObject({ source: "hourly", step_seconds: 24 * 3600 });
  expect(found.regions[0]?.p50).toBe(12.5);
});

test("reads a short range from rollups where its results are gone, such as in demo data", async () => {
  const scene = await makeScene();
  const id = await make(scene);
  await rolled(scene, id, 50, 10, 30);
  const range = { from: new Date(hourStart - 60 * HOUR_MS), to: new Date(hourStart - 40 * HOUR_MS) };
  const found = await getSeries(scene.caller(), id, { ...range, buckets: 120 });
  expect(found).toMatchObject({ source: "hourly", step_seconds: 3600 });
  expect(found.regions[0]?.p50).toBe(10);
});

test("builds strips from rolled-up hours and the current hour's raw results", async () => {
  const scene = await makeScene();
  const [id, quiet] = [await make(scene), await make(scene)];
  await rolled(scene, id, 2, 10, 59);
  await rolled(scene, id, 30, 99, 59);
  await checks(scene, id, hourStart - HOUR_MS, 10);
  await checks(scene, id, hourStart - 2 * HOUR_MS, 10);
  const found = await getStrips(scene.caller(), [id, quiet]);
  expect(Strips.parse(found)).toEqual(found);
  const from = new Date(hourStart - 23 * HOUR_MS).toISOString().replace(".000", "");
  const none = () => Array.from({ length: 24 }, () => 0);
  expect(found.strips[0]?.hours).toMatchObject({
    from,
    up: none().with(21, 59).with(22, 8),
    down: none().with(21, 1).with(22, 2),
  });
  expect(found.strips[1]).toEqual({
    monitor_id: quiet,
    p50: null,
    p95: null,
    hours: { from, up: [], down: [], p50: [] },
  });
});

test("a list and the chart of the same range have the same percentiles, of two regions and a rolled-up hour", async () => {
  const scene = await makeScene();
  const id = await make(scene);
  for (const hoursAgo of [3, 2, 0]) {
    await checks(scene, id, hourStart - hoursAgo * HOUR_MS, 100);
    await checks(scene, id, hourStart - hoursAgo * HOUR_MS, 10 + hoursAgo, "na-usa-iad");
  }
  await rollUpHours(new Date(hourStart - 3 * HOUR_MS), new Date(hourStart - 2 * HOUR_MS), {
    first: id,
    last: id,
  });
  const from = new Date(hourStart - 23 * HOUR_MS);
  const chart = await getSeries(scene.caller(), id, { from, to: new Date(hourStart + HOUR_MS), buckets: 24 });
  const { strips } = await getStrips(scene.caller(), [id]);
  expect(chart.regions).toHaveLength(2);
  expect({ p50: strips[0]?.p50, p95: strips[0]?.p95 }).toEqual({
    p50: chart.overall.p50,
    p95: chart.overall.p95,
  });
});

test("returns nothing to another project", async () => {
  const [scene, foreign] = [await makeScene(), await makeScene()];
  const id = await make(scene);
  await checks(scene, id, hourStart - HOUR_MS, 10);
  await expect(getSeries(foreign.caller(), id, { buckets: 10 })).rejects.toMatchObject({ status: 404 });
  expect((await getStrips(foreign.caller(), [id])).strips[0]?.hours.up).toEqual([]);
});
