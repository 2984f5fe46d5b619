import { beforeAll, describe, expect, test } from "vitest";
import type { ApiError } from "@/lib/contract/core/errors";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { MonitorReport, ProjectReport, type ReportSort } from "@/lib/contract/reports/reports";
import { createMonitor } from "@/lib/services/monitors/writes";
import { ensureRollupMonths } from "@/lib/store/checks/rollup-months";
import { db } from "@/lib/store/core/pool";
import { makeIncident, observe, rollUp } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { MONITOR, makeScene, type Scene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { getMonitorReport, getProjectReport } from "./reports";

useDatabase();
beforeAll(() => ensureRollupMonths(new Date(Date.now() - 400 * 86_400_000), new Date()));

const JANUARY = {
  from: new Date("2026-01-01T00:00:00Z"),
  to: new Date("2026-01-31T00:00:00Z"),
  page: 1,
  per_page: 20,
};
const RANGE_S = 30 * 24 * 3600;

async function watched(scene: Scene, createdAt = "2025-01-01T00:00:00Z"): Promise<number> {
  const { id } = await createMonitor(scene.caller(), CreateMonitor.parse(MONITOR));
  await db().updateTable("monitors").set({ created_at: createdAt }).where("id", "=", id).execute();
  await observe(id, createdAt);
  return id;
}

const incident = (scene: Scene, monitorIds: number[], from: string, to: string | null, change: object = {}) =>
  makeIncident(scene.projectId, monitorIds, [from, to], change);

const report = (scene: Scene, id: number, change: object = {}) =>
  getMonitorReport(scene.caller(), id, { ...JANUARY, ...change });

test("shows no availability, null means, and operational without conclusive results and incidents", async () => {
  const scene = await makeScene();
  const found = await report(scene, await watched(scene));
  expect(MonitorReport.parse(found)).toEqual(found);
  expect(found).toMatchObject({
    incident_count: 0,
    downtime: 0,
    availability: null,
    mttr: null,
    mtbf: null,
    highest_incident_impact: "operational",
    incidents: [],
    coverage: 0,
  });
});

test("counts the downtime of one incident to the second", async () => {
  const scene = await makeScene();
  const id = await watched(scene);
  const broken = await incident(scene, [id], "2026-01-10T10:00:00Z", "2026-01-10T10:12:34Z");
  const found = await report(scene, id);
  expect(found).toMatchObject({ incident_count: 1, downtime: 754, mttr: 754, mtbf: RANGE_S - 754 });
  expect(found.availability).toBe(Math.floor(1_000_000 * (1 - 754 / RANGE_S)) / 10_000);
  expect(found.incidents.map((entry) => entry.id)).toEqual([broken]);
});

test("counts overlaps once, and no excluded incidents, pauses, or time outside the range", async () => {
  const scene = await makeScene();
  const id = await watched(scene);
  await incident(scene, [id], "2026-01-10T10:00:00Z", "2026-01-10T12:00:00Z", { impact: "major_outage" });
  await incident(scene, [id], "2026-01-10T11:00:00Z", "2026-01-10T13:00:00Z");
  await incident(scene, [id], "2026-01-20T00:00:00Z", "2026-01-20T06:00:00Z", {
    exclude_from_downtime: true,
  });
  await incident(scene, [id], "2025-12-31T23:00:00Z", "2026-01-01T01:00:00Z");
  await incident(scene, [id], "2025-12-01T00:00:00Z", "2025-12-02T00:00:00Z");
  await run`insert into monitor_pauses (monitor_id, project_id, cause, started_at, ended_at)
    values (${id}, ${scene.projectId}, 'manual', '2026-01-10T12:30:00Z', '2026-01-10T14:30:00Z')`;
  const found = await report(scene, id);
  const down = 3600 + 2.5 * 3600;
  expect(found).toMatchObject({ incident_count: 4, downtime: down, highest_incident_impact: "major_outage" });
  expect(found.availability).toBe(Math.floor(1_000_000 * (1 - down / (RANGE_S - 7200))) / 10_000);
});

test("counts an open incident to the end of the range and observes a new monitor from its first moment", async () => {
  const scene = await makeScene();
  const id = await watched(scene, "2026-01-30T00:00:00Z");
  await incident(scene, [id], "2026-01-30T12:00:00Z", null);
  expect(await report(scene, id)).toMatchObject({ downtime: 43_200, availability: 50, mttr: null });
});

test("counts a recorded incident before the first check, unless it doesn't count as downtime", async () => {
  const scene = await makeScene();
  const { id } = await createMonitor(scene.caller(), CreateMonitor.parse(MONITOR));
  await run`update monitors set created_at = '2026-01-30T12:00:00Z' where id = ${id}`;
  const excluded = { type: "manual", exclude_from_downtime: true };
  await incident(scene, [id], "2026-01-30T01:00:00Z", "2026-01-30T02:00:00Z", excluded);
  expect(await report(scene, id)).toMatchObject({ downtime: 0, availability: null });
  await incident(scene, [id], "2026-01-30T00:00:00Z", "2026-01-30T06:00:00Z", { type: "manual" });
  expect(await report(scene, id)).toMatchObject({ downtime: 6 * 3600, availability: 75, coverage: 0 });
  expect(await getProjectReport(scene.caller(), JANUARY)).toMatchObject({
    downtime: 6 * 3600,
    availability: 75,
  });
});

test("shows the share of hours with checks as coverage and counts unwatched hours as no downtime", async () => {
  const scene = await makeScene();
  const id = await watched(scene);
  const hours = Array.from({ length: 72 }, (_, hour) => new Date(Date.UTC(2026, 0, 5, hour)));
  await db()
    .insertInto("rollups_hourly")
    .values(
      hours.map((hour) => ({
        project_id: scene.projectId,
        monitor_id: id,
        region: "eu-deu-fra",
        hour,
        up: 60,
        down: 0,
        inconclusive: 0,
        missed: 0,
        sum_us: 1,
      })),
    )
    .execute();
  expect(await report(scene, id)).toMatchObject({ coverage: 10, downtime: 0, incident_count: 0 });
});

test("applies page and per_page to the incidents, not the figures", async () => {
  const scene = await makeScene();
  const id = await watched(scene);
  for (let day = 10; day < 15; day += 1) {
    await incident(scene, [id], `2026-01-${day}T00:00:00Z`, `2026-01-${day}T00:01:00Z`);
  }
  const found = await getMonitorReport(scene.caller(), id, { ...JANUARY, page: 3, per_page: 2 });
  expect(found).toMatchObject({ incident_count: 5, downtime: 300 });
  expect(found.incidents).toHaveLength(1);
});

describe("the project", () => {
  test("adds up its monitors and counts an incident with two monitors once", async () => {
    const scene = await makeScene();
    const [one, two] = [await watched(scene), await watched(scene)];
    await incident(scene, [one, two], "2026-01-10T00:00:00Z", "2026-01-10T01:00:00Z", {
      impact: "partial_outage",
    });
    await incident(scene, [one], "2026-01-12T00:00:00Z", "2026-01-12T03:00:00Z");
    const found = await getProjectReport(scene.caller(), { ...JANUARY, per_page: 1 });
    expect(ProjectReport.parse(found)).toEqual(found);
    const down = 3600 * 5;
    expect(found).toMatchObject({
      downtime: down,
      mttr: 7200,
      mtbf: (2 * RANGE_S - down) / 2,
      highest_incident_impact: "partial_outage",
      report_start_at: "2026-01-01T00:00:00Z",
      report_end_at: "2026-01-31T00:00:00Z",
    });
    expect(found.availability).toBe(Math.floor(1_000_000 * (1 - down / (2 * RANGE_S))) / 10_000);
    expect(found.min_availability).toBeLessThan(found.max_availability ?? 0);
    expect(found.monitors.map((monitor) => monitor.id)).toEqual([one]);
  });

  /** A monitor of which a check in the range is known. */
  async function checked(scene: Scene): Promise<number> {
    const id = await watched(scene);
    await rollUp(scene.projectId, id, new Date("2026-01-12T00:00:00Z"));
    return id;
  }

  test("lists the monitors with the lowest availability first, over all pages, and those without any last", async () => {
    const scene = await makeScene();
    const unknown = await watched(scene, "2026-03-01T00:00:00Z");
    const [worst, fine, bad, newest] = [
      await checked(scene),
      await checked(scene),
      await checked(scene),
      await checked(scene),
    ];
    await incident(scene, [worst], "2026-01-10T00:00:00Z", "2026-01-10T05:00:00Z");
    await incident(scene, [bad], "2026-01-10T00:00:00Z", "2026-01-10T01:00:00Z");
    const read = async (page: number) => {
      const found = await getProjectReport(scene.caller(), { ...JANUARY, page, per_page: 3 });
      return found.monitors.map((monitor) => monitor.id);
    };
    expect([await read(1), await read(2)]).toEqual([
      [worst, bad, newest],
      [fine, unknown],
    ]);
  });

  test("sorts the monitors by downtime, availability and name in both directions, over all pages", async () => {
    const scene = await makeScene();
    const unknown = await watched(scene, "2026-03-01T00:00:00Z");
    const [long, fine, short] = [await checked(scene), await checked(scene), await checked(scene)];
    await incident(scene, [long], "2026-01-10T00:00:00Z", "2026-01-10T05:00:00Z");
    await incident(scene, [short], "2026-01-10T00:00:00Z", "2026-01-10T01:00:00Z");
    const names: readonly [number, string][] = [
      [long, "delta"],
      [fine, "Alpha"],
      [short, "charlie"],
      [unknown, "bravo"],
    ];
    for (const [id, name] of names)
      await db().updateTable("monitors").set({ name }).where("id", "=", id).execute();
    const read = async (sort: ReportSort) => {
      const pages = [1, 2].map(async (page) => {
        const found = await getProjectReport(scene.caller(), { ...JANUARY, sort, page, per_page: 3 });
        return found.monitors.map((monitor) => monitor.id);
      });
      return (await Promise.all(pages)).flat();
    };
    expect(await read("-downtime")).toEqual([long, short, fine, unknown]);
    expect(await read("downtime")).toEqual([fine, unknown, short, long]);
    expect(await read("availability")).toEqual([long, short, fine, unknown]);
    expect(await read("-availability")).toEqual([fine, short, long, unknown]);
    expect(await read("name")).toEqual([fine, unknown, short, long]);
    expect(await read("-name")).toEqual([long, short, unknown, fine]);
  });

  test("shows null or zero everywhere without monitors", async () => {
    const scene = await makeScene();
    expect(await getProjectReport(scene.caller(), JANUARY)).toMatchObject({
      downtime: 0,
      availability: null,
      min_availability: null,
      monitors: [],
    });
  });
});

test("refuses a range that ends before it starts or is longer than 2 years", async () => {
  const scene = await makeScene();
  const id = await watched(scene);
  const refusals = [
    report(scene, id, { from: new Date("2026-02-01Z"), to: new Date("2026-01-01Z") }),
    report(scene, id, { from: new Date("2023-12-31T23:59:59Z"), to: new Date("2026-01-01T00:00:00Z") }),
  ];
  for (const refusal of refusals) {
    const error = (await refusal.then(
      () => null,
      (given: unknown) => given,
    )) as ApiError;
    expect(error?.errors).toHaveProperty("from");
  }
  // 731 days, with February 29, 2024.
  const whole = { from: new Date("2024-01-01T00:00:00Z"), to: new Date("2026-01-01T00:00:00Z") };
  expect((await report(scene, id, whole)).id).toBe(id);
});

test("returns no report for another project's monitor", async () => {
  const [scene, foreign] = [await makeScene(), await makeScene()];
  const id = await watched(foreign);
  await expect(report(scene, id)).rejects.toMatchObject({ status: 404 });
});

test("a tag limits the report of a project to its monitors, with their incidents", async () => {
  const scene = await makeScene();
  const [shop, blog] = [await watched(scene), await watched(scene)];
  await run`update monitors set tags = ${["shop"]} where id = ${shop}`;
  await incident(scene, [shop], "2026-01-10T10:00:00Z", "2026-01-10T11:00:00Z");
  await incident(scene, [blog], "2026-01-11T10:00:00Z", "2026-01-11T15:00:00Z");
  const found = await getProjectReport(scene.caller(), { ...JANUARY, tag: ["shop"] });
  expect(found).toMatchObject({ downtime: 3600, mttr: 3600, mtbf: RANGE_S - 3600, monitor_count: 1 });
  expect(found.monitors.map(({ id }) => id)).toEqual([shop]);
  const none = await getProjectReport(scene.caller(), { ...JANUARY, tag: ["other"] });
  expect(none).toMatchObject({ monitor_count: 0, availability: null, downtime: 0, mttr: null });
});

test("shows the figures of all monitors by day, and response times of the range's rollups", async () => {
  const none = { p50: null, p95: null };
  const scene = await makeScene();
  const [a, b] = [await watched(scene), await watched(scene)];
  await incident(scene, [a, b], "2026-01-10T23:30:00Z", "2026-01-11T01:00:00Z");
  await ensureRollupMonths(JANUARY.from, JANUARY.to);
  for (const [hour, p95, up] of [
    ["2026-01-05T10:00:00Z", 100_000, 30],
    ["2026-01-05T11:00:00Z", 200_000, 10],
    ["2025-12-31T23:00:00Z", 900_000, 60],
  ])
    await run`insert into rollups_hourly (project_id, monitor_id, region, hour, up, down, inconclusive, missed, sum_us, p50_us, p95_us, p99_us)
       values (${scene.projectId}, ${a}, 'eu-deu-fra', ${hour}, ${up}, 0, 0, 0, 1, 50000, ${p95}, ${p95})`;
  const found = await getProjectReport(scene.caller(), JANUARY);
  expect(ProjectReport.parse(found)).toEqual(found);
  expect(found.days).toHaveLength(30);
  expect(found.days.filter(({ downtime }) => downtime > 0)).toEqual([
    { at: "2026-01-10T00:00:00Z", downtime: 3600, availability: 97.9166, response_time: none },
    { at: "2026-01-11T00:00:00Z", downtime: 7200, availability: 95.8333, response_time: none },
  ]);
  const timed = found.days.filter(({ response_time }) => response_time.p95 !== null);
  expect(timed).toEqual([
    { at: "2026-01-05T00:00:00Z", downtime: 0, availability: 100, response_time: { p50: 50, p95: 125 } },
  ]);
  const times = Object.fromEntries(found.monitors.map(({ id, response_time }) => [id, response_time]));
  expect(times).toEqual({ [a]: { p50: 50, p95: 125, p99: 125 }, [b]: { p50: null, p95: null, p99: null } });
});
