import { expect, test } from "vitest";
import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import { getMonitor, listMonitors } from "@/lib/services/monitors/monitors";
import { getCurrentStatus } from "@/lib/services/status-pages/current-status";
import { createStatusPage } from "@/lib/services/status-pages/writes";
import { DAY_MS, HOUR_MS } from "@/lib/shared/durations";
import { ensurePartitionsFor } from "@/lib/store/checks/partitions";
import { makeMonitor, rollUp } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene, type Scene, STATUS_PAGE } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { getMonitorAvailability } from "./availability";
import { getMonitorReport, getProjectReport } from "./reports";

useDatabase();

const hoursAgo = (hours: number) => new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - hours * HOUR_MS);
const EVERY = { page: 1, per_page: 100 };

/** A monitor that was up a year ago and has had no conclusive result after that: its runner is away, or all checks are inconclusive. */
async function silent(scene: Scene, name = "Silent"): Promise<number> {
  const id = await makeMonitor(scene.projectId, { name });
  await run`update monitors set created_at = ${hoursAgo(365 * 24)} where id = ${id}`;
  await run`update monitor_states set status = 'online', last_checked_at = ${hoursAgo(364 * 24)} where monitor_id = ${id}`;
  await run`update region_states set health = 'healthy', last_outcome = 'up', last_checked_at = ${hoursAgo(364 * 24)} where monitor_id = ${id}`;
  return id;
}

test("without any conclusive result, every figure is null, in lists, reports, and cells", async () => {
  const scene = await makeScene();
  const caller = scene.caller();
  const id = await silent(scene);
  await rollUp(scene.projectId, id, hoursAgo(30), { up: 0, inconclusive: 60 });
  await rollUp(scene.projectId, id, hoursAgo(4), { up: 0, inconclusive: 60 });
  const figures = { one_day_availability: null, seven_days_availability: null };
  expect(await getMonitor(caller, id)).toMatchObject(figures);
  expect((await listMonitors(caller, {}, { limit: 9, offset: 0 })).items).toMatchObject([figures]);
  expect(await getMonitorReport(caller, id, EVERY)).toMatchObject({ availability: null, coverage: 0 });
  expect(await getProjectReport(caller, EVERY)).toMatchObject({
    availability: null,
    min_availability: null,
    max_availability: null,
    monitors: [{ availability: null }],
  });
  for (const step of ["hour", "day"] as const) {
    const { cells } = await getMonitorAvailability(caller, id, {
      from: hoursAgo(72),
      step,
      time_zone: "UTC",
    });
    expect(cells.length).toBeGreaterThan(2);
    expect(new Set(cells.map(({ availability }) => availability))).toEqual(new Set([null]));
  }
});

test("figures are known again since the first conclusive result in their range", async () => {
  const scene = await makeScene();
  const caller = scene.caller();
  const id = await silent(scene);
  await rollUp(scene.projectId, id, hoursAgo(3 * 24), { up: 1, inconclusive: 59 });
  expect(await getMonitor(caller, id)).toMatchObject({
    one_day_availability: null,
    seven_days_availability: 100,
  });
  expect(await getProjectReport(caller, EVERY)).toMatchObject({ availability: 100 });
  expect(await getProjectReport(caller, { ...EVERY, from: hoursAgo(24) })).toMatchObject({
    availability: null,
  });
  const minutesAgo = new Date(Date.now() - 5 * 60_000);
  await ensurePartitionsFor([minutesAgo.getTime()]);
  await run`insert into results (project_id, monitor_id, scheduled_at, started_at, region, outcome)
    values (${scene.projectId}, ${id}, ${minutesAgo}, ${minutesAgo}, 'eu-deu-fra', 0)`;
  expect(await getMonitor(caller, id)).toMatchObject({ one_day_availability: 100 });
});

test("an incident accounts for time without results", async () => {
  const scene = await makeScene();
  const id = await silent(scene);
  await run`with made as (insert into incidents (project_id, number, slug, type, title, impact, status, incident_at, recovery_at)
      values (${scene.projectId}, 1, 'APP-1', 'manual', 'Down', 'major_outage', 'recovered', ${hoursAgo(12)}, ${hoursAgo(6)}) returning id)
    insert into incident_monitors (incident_id, monitor_id, project_id) select id, ${id}, ${scene.projectId} from made`;
  const { one_day_availability: day } = await getMonitor(scene.caller(), id);
  expect(day).toBeCloseTo(75, 1);
  const report = await getProjectReport(scene.caller(), { ...EVERY, from: new Date(Date.now() - DAY_MS) });
  expect(report.availability).toBeCloseTo(75, 1);
});

test("a monitor without any conclusive result doesn't improve the figures of the others", async () => {
  const scene = await makeScene();
  const caller = scene.caller();
  const [quiet, up] = [await silent(scene), await silent(scene, "Up")];
  await rollUp(scene.projectId, up, hoursAgo(10), { up: 60 });
  await run`with made as (insert into incidents (project_id, number, slug, type, title, impact, status, incident_at, recovery_at)
      values (${scene.projectId}, 1, 'APP-1', 'manual', 'Down', 'major_outage', 'recovered', ${hoursAgo(12)}, ${hoursAgo(6)}) returning id)
    insert into incident_monitors (incident_id, monitor_id, project_id) select id, ${up}, ${scene.projectId} from made`;
  const report = await getProjectReport(caller, {
    ...EVERY,
    from: hoursAgo(24),
    to: hoursAgo(0),
    sort: "availability",
  });
  expect(report).toMatchObject({ availability: 75, min_availability: 75, max_availability: 75 });
  expect(report.monitors.map(({ id }) => id)).toEqual([up, quiet]);
  const { items } = await listMonitors(caller, { sort: "-seven_days_availability" }, { limit: 9, offset: 0 });
  expect(items.map(({ id }) => id)).toEqual([up, quiet]);
});

test("a time in which a monitor was checked before its pause says nothing about the time after it", async () => {
  const scene = await makeScene();
  const id = await silent(scene);
  await rollUp(scene.projectId, id, hoursAgo(24), { up: 60 });
  await run`insert into monitor_pauses (monitor_id, project_id, cause, started_at, ended_at)
    values (${id}, ${scene.projectId}, 'manual', ${hoursAgo(24)}, ${hoursAgo(20)})`;
  const range = { ...EVERY, from: hoursAgo(24), to: hoursAgo(0) };
  const own = await getMonitorReport(scene.caller(), id, range);
  const whole = await getProjectReport(scene.caller(), range);
  expect([own.availability, whole.availability]).toEqual([null, null]);
});

test("components of a page without any conclusive result have no availability, and neither has the page", async () => {
  const scene = await makeScene();
  const id = await silent(scene);
  const components = [{ componentable_type: "uptime/monitor", componentable_id: id }];
  const page = await createStatusPage(
    scene.caller(),
    CreateStatusPage.parse({ ...STATUS_PAGE, components, timeframe: 30 }),
  );
  const read = () => getCurrentStatus(scene.caller(), page.id);
  const unknown = { availability: null, components: [{ availability: null }] };
  expect(await read()).toMatchObject(unknown);
  // All of today's checks are inconclusive.
  await run`update monitor_states set last_checked_at = now() where monitor_id = ${id}`;
  expect(await read()).toMatchObject(unknown);
  await rollUp(scene.projectId, id, hoursAgo(5 * 24), { up: 1 });
  await run`insert into rollups_daily (project_id, monitor_id, region, day, up, down, inconclusive, missed, sum_us)
    values (${scene.projectId}, ${id}, 'eu-deu-fra', (now() at time zone 'UTC')::date - 5, 1, 0, 0, 0, 1)`;
  expect(await read()).toMatchObject({ availability: 100, components: [{ availability: 100 }] });
});
