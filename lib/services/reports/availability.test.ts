import { expect, test } from "vitest";
import { AvailabilityQuery, endpoints as contract } from "@/lib/contract/reports/availability";
import { ensureRollupMonths } from "@/lib/store/checks/rollup-months";
import { makeMonitor, observe } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { getMonitorAvailability } from "./availability";
import { getMonitorReport } from "./reports";

useDatabase();

const FROM = "2026-03-27T00:00:00Z";
const TO = "2026-03-31T00:00:00Z";

/** A monitor since 2026-03-28, down from 28 March 23:30 to 29 March 01:15, with checks in one hour only. */
async function watched(scene: Scene): Promise<number> {
  const id = await makeMonitor(scene.projectId);
  await observe(id, TO);
  await run`update monitors set created_at = '2026-03-28T00:00:00Z' where id = ${id}`;
  await run`with made as (insert into incidents (project_id, number, slug, type, title, impact, status, incident_at, recovery_at)
       values (${scene.projectId}, 1, 'APP-1', 'monitor', 'Down', 'unknown', 'recovered', '2026-03-28T23:30:00Z', '2026-03-29T01:15:00Z') returning *)
     insert into incident_monitors (incident_id, monitor_id, project_id, failing_since, recovered_at)
     select id, ${id}, ${scene.projectId}, incident_at, recovery_at from made`;
  await ensureRollupMonths(new Date(FROM), new Date(TO));
  await run`insert into rollups_hourly (project_id, monitor_id, region, hour, up, down, inconclusive, missed, sum_us)
     values (${scene.projectId}, ${id}, 'eu-deu-fra', '2026-03-29T05:00:00Z', 60, 0, 0, 0, 1)`;
  return id;
}

const read = (scene: Scene, id: number, query: object) =>
  getMonitorAvailability(scene.caller(), id, AvailabilityQuery.parse({ from: FROM, to: TO, ...query }));

test("the downtime of hours and of days adds up to the report's", async () => {
  const scene = await makeScene();
  const id = await watched(scene);
  const range = { from: new Date(FROM), to: new Date(TO), page: 1, per_page: 1 };
  const { downtime } = await getMonitorReport(scene.caller(), id, range);
  expect(downtime).toBe(105 * 60);
  for (const step of ["hour", "day"]) {
    const found = await read(scene, id, { step });
    expect(contract.getMonitorAvailability.response.parse(found)).toEqual(found);
    expect(found.cells.reduce((sum, cell) => sum + cell.downtime, 0)).toBe(downtime);
  }
});

test("an hour is partly down, unwatched, or without checks", async () => {
  const scene = await makeScene();
  const { cells } = await read(scene, await watched(scene), { step: "hour" });
  const at = (hour: string) => cells.find((cell) => cell.at === `2026-03-${hour}:00:00Z`);
  expect(cells).toHaveLength(96);
  expect(at("29T01")).toMatchObject({ availability: 75, downtime: 900 });
  expect(at("29T00")).toMatchObject({ availability: 0, downtime: 3600, coverage: 0 });
  expect(at("27T12")).toMatchObject({ availability: null, coverage: 0 });
  expect(at("29T05")).toMatchObject({ availability: 100, coverage: 100 });
});

test("days are those of the time zone, one of which has 23 hours", async () => {
  const scene = await makeScene();
  const { cells } = await read(scene, await watched(scene), { time_zone: "Europe/Berlin" });
  expect(cells.map(({ at }) => at)).toEqual([
    "2026-03-26T23:00:00Z",
    "2026-03-27T23:00:00Z",
    "2026-03-28T23:00:00Z",
    "2026-03-29T22:00:00Z",
    "2026-03-30T22:00:00Z",
  ]);
  expect(cells[2]).toMatchObject({ downtime: 105 * 60, availability: 92.3913 });
});

test("rejects too many cells and a range that ends before it starts, and hides other projects", async () => {
  const scene = await makeScene();
  const id = await watched(scene);
  const errors = { errors: { from: [expect.any(String)] } };
  await expect(read(scene, id, { step: "hour", from: "2026-01-01T00:00:00Z" })).rejects.toMatchObject(errors);
  await expect(read(scene, id, { from: "1990-01-01T00:00:00Z" })).rejects.toMatchObject(errors);
  await expect(read(scene, id, { from: "2026-04-01T00:00:00Z" })).rejects.toMatchObject(errors);
  await expect(read(await makeScene(), id, {})).rejects.toMatchObject({ status: 404 });
});
