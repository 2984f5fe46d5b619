import { expect, test } from "vitest";
import { DAY_MS } from "@/lib/shared/durations";
import { ensurePartitionsFor } from "@/lib/store/checks/partitions";
import { pool } from "@/lib/store/core/pool";
import { makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { selectPageMonitors } from "./rows";

useDatabase();
const NOW = new Date("2026-03-20T12:30:00Z");
const day = (ago: number) => Date.UTC(2026, 2, 20) - ago * DAY_MS;

/** Inserts a ten-day-old monitor with rollups of the days `rolled` and raw results of the days `raw` (days ago). */
async function monitor(rolled: readonly number[], raw: readonly number[], outcome = 0) {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId);
  await pool().query("update monitors set created_at = $2 where id = $1", [id, new Date(day(10) + 3600_000)]);
  await pool().query(
    `insert into rollups_daily (project_id, monitor_id, region, day, up, down, inconclusive, missed, sum_us)
     select $1, $2, 'eu-deu-fra', d::date, 5, 0, 0, 0, 1000 from unnest($3::text[]) d`,
    [projectId, id, rolled.map((ago) => new Date(day(ago)).toISOString().slice(0, 10))],
  );
  await ensurePartitionsFor(raw.map(day));
  await pool().query(
    `insert into results (project_id, monitor_id, scheduled_at, started_at, region, outcome, total_us)
     select $1, $2, at, at, 'eu-deu-fra', $4, 1000 from unnest($3::timestamptz[]) at`,
    [projectId, id, raw.map((ago) => new Date(day(ago) + 7200_000)), outcome],
  );
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
  await pool().query(
    `insert into rollups_daily (project_id, monitor_id, region, day, up, down, inconclusive, missed, sum_us, p50_us)
     select $1, $2, 'eu-deu-fra', d.day::date, 5, 0, 0, 0, 1000, d.us from unnest($3::text[], $4::int[]) d (day, us)`,
    [
      projectId,
      id,
      [30, 3, 2, 1].map((ago) => new Date(day(ago)).toISOString().slice(0, 10)),
      [1, 40, 90, 50],
    ],
  );
  expect(await medianOf()).toBe(50);
});

test("counts days without rollups as watched when they have results", async () => {
  expect(await monitor([], [9, 8, 7, 6, 5, 4, 3, 2, 1])).toEqual([]);
});

test("does not count missed checks as watched", async () => {
  expect(await monitor([9, 8, 7, 6, 5, 4, 3], [2, 1], 3)).toEqual([2, 1]);
});

test("includes unwatched days before the creation when an incident is backdated", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId);
  await pool().query("update monitors set created_at = $2 where id = $1", [id, new Date(day(2) + 3600_000)]);
  const { rows } = await pool().query<{ id: number }>(
    `insert into incidents (project_id, number, slug, type, title, impact, status, incident_at, recovery_at)
     values ($1, 1, 'APP-1', 'manual', 'Import', 'major_outage', 'recovered', $2, $3) returning id`,
    [projectId, new Date(day(5) + 3600_000), new Date(day(5) + 7200_000)],
  );
  await pool().query(
    "insert into incident_monitors (incident_id, monitor_id, project_id) values ($1, $2, $3)",
    [rows[0]?.id, id, projectId],
  );
  const [row] = await selectPageMonitors(projectId, [id], new Date(day(89)), NOW);
  expect(row?.first_incident_at).toEqual(new Date(day(5) + 3600_000));
  expect(row?.unwatched_days.map((at) => (day(0) - at) / DAY_MS).sort()).toEqual([1, 2, 3, 4, 5]);
});
