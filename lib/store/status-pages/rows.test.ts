import { expect, test } from "vitest";
import { DAY_MS } from "@/lib/shared/durations";
import { ensurePartitionsFor } from "@/lib/store/checks/partitions";
import { makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { selectPageMonitors } from "./rows";

useDatabase();
const NOW = new Date("2026-03-20T12:30:00Z");
const day = (ago: number) => Date.UTC(2026, 2, 20) - ago * DAY_MS;

/** Inserts a ten-day-old monitor with rollups of the days `rolled` and raw results of the days `raw` (days ago). */
async function monitor(rolled: readonly number[], raw: readonly number[], outcome = 0) {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId);
  await run`update monitors set created_at = ${new Date(day(10) + 3600_000)} where id = ${id}`;
  await run`insert into rollups_daily (project_id, monitor_id, region, day, up, down, inconclusive, missed, sum_us)
     select ${projectId}, ${id}, 'eu-deu-fra', d::date, 5, 0, 0, 0, 1000 from unnest(${rolled.map((ago) => new Date(day(ago)).toISOString().slice(0, 10))}::text[]) d`;
  await ensurePartitionsFor(raw.map(day));
  await run`insert into results (project_id, monitor_id, scheduled_at, started_at, region, outcome, total_us)
     select ${projectId}, ${id}, at, at, 'eu-deu-fra', ${outcome}, 1000 from unnest(${raw.map((ago) => new Date(day(ago) + 7200_000))}::timestamptz[]) at`;
  const [row] = await selectPageMonitors(projectId, [id], new Date(day(89)), NOW);
  return row?.unwatched_days.map((at) => (day(0) - at) / DAY_MS).sort((a, b) => b - a);
}

test("reports days without any checks as unwatched", async () => {
  expect(await monitor([10, 9, 8, 4, 3], [3, 2, 1, 0])).toEqual([7, 6, 5]);
});

test("takes the response time of a page from the medians of its days", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId);
  const medianOf = async () =>
    (await selectPageMonitors(projectId, [id], new Date(day(29)), NOW))[0]?.median_us;
  expect(await medianOf()).toBeNull();
  await run`insert into rollups_daily (project_id, monitor_id, region, day, up, down, inconclusive, missed, sum_us, p50_us)
     select ${projectId}, ${id}, 'eu-deu-fra', d.day::date, 5, 0, 0, 0, 1000, d.us from unnest(${[30, 3, 2, 1].map((ago) => new Date(day(ago)).toISOString().slice(0, 10))}::text[], ${[1, 40, 90, 50]}::int[]) d (day, us)`;
  expect(await medianOf()).toBe(50);
});

test("counts days without rollups as watched when they have results", async () => {
  expect(await monitor([], [9, 8, 7, 6, 5, 4, 3, 2, 1, 0])).toEqual([]);
});

test("does not count missed checks as watched", async () => {
  expect(await monitor([9, 8, 7, 6, 5, 4, 3], [2, 1], 3)).toEqual([2, 1, 0]);
});

test("includes unwatched days before the creation when an incident is backdated", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId);
  await run`update monitors set created_at = ${new Date(day(2) + 3600_000)} where id = ${id}`;
  const rows =
    await run`insert into incidents (project_id, number, slug, type, title, impact, status, incident_at, recovery_at)
     values (${projectId}, 1, 'APP-1', 'manual', 'Import', 'major_outage', 'recovered', ${new Date(day(5) + 3600_000)}, ${new Date(day(5) + 7200_000)}) returning id`;
  await run`insert into incident_monitors (incident_id, monitor_id, project_id)
    values (${rows[0]?.id}, ${id}, ${projectId})`;
  const [row] = await selectPageMonitors(projectId, [id], new Date(day(89)), NOW);
  expect(row?.first_incident_at).toEqual(new Date(day(5) + 3600_000));
  expect(row?.unwatched_days.map((at) => (day(0) - at) / DAY_MS).sort()).toEqual([0, 1, 2, 3, 4, 5]);
});
