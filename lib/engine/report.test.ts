import { beforeAll, expect, test } from "vitest";
import { db } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { writeObservedUp } from "@/lib/store/incidents/writes";
import { makeIncident, makeMonitor, observe, rollUp } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { reportMonitors, reportParts, reportTotals } from "./report";

useDatabase();
let projectId = 0;
beforeAll(async () => {
  projectId = (await makeScene()).projectId;
});

const DAY = new Date("2026-03-10T00:00:00Z");
const NEXT = new Date("2026-03-11T00:00:00Z");
const at = (time: string) => new Date(`2026-03-10T${time}Z`);

async function watched(createdAt = new Date("2026-01-01T00:00:00Z")): Promise<number> {
  const id = await makeMonitor(projectId);
  await db().updateTable("monitors").set({ created_at: createdAt }).where("id", "=", id).execute();
  await observe(id, NEXT);
  return id;
}

const incident = (
  monitors: number[],
  from: Date,
  to: Date | null,
  change: { impact?: string; exclude_from_downtime?: boolean } = {},
) => makeIncident(projectId, monitors, [from, to], { impact: "partial_outage", type: "manual", ...change });

const one = async (id: number, from = DAY, to = NEXT) => (await reportMonitors(projectId, [id], from, to))[0];

test("overlapping incidents count once, and excluded ones not at all", async () => {
  const id = await watched();
  const first = await incident([id], at("10:00:00"), at("10:10:00"));
  const second = await incident([id], at("10:05:00"), at("10:20:00"), { impact: "major_outage" });
  const third = await incident([id], at("12:00:00"), at("13:00:00"), {
    exclude_from_downtime: true,
    impact: "maintenance",
  });
  expect(await one(id)).toMatchObject({
    downtime: 1200,
    availability: 98.6111,
    incidentCount: 3,
    mttr: 1700,
    mtbf: Math.floor((86_400 - 1200) / 3),
    coverage: 100,
    highestImpact: "major_outage",
    incidentIds: [third, second, first],
  });
});

test("paused time is neither down nor observed, and an open incident extends to the end of the window", async () => {
  const id = await watched();
  await incident([id], at("23:00:00"), null);
  await run`insert into monitor_pauses (monitor_id, project_id, cause, started_at, ended_at)
    values (${id}, ${projectId}, 'manual', ${at("12:00:00")}, ${at("23:30:00")})`;
  expect(await one(id)).toMatchObject({ downtime: 1800, availability: 96, mttr: null, coverage: 52.0833 });
});

test("a monitor counts from its creation, and is unobserved until its first check", async () => {
  const young = await watched(at("18:00:00"));
  expect(await one(young)).toMatchObject({
    downtime: 0,
    // No check of that day is known.
    availability: null,
    coverage: 25,
    mttr: null,
    mtbf: null,
  });
  const unchecked = await makeMonitor(projectId);
  expect(await one(unchecked)).toMatchObject({
    availability: null,
    coverage: 0,
    highestImpact: "operational",
  });
});

test("an incident before its monitor's creation counts and starts its history", async () => {
  const id = await watched(at("18:00:00"));
  await incident([id], at("06:00:00"), at("09:00:00"));
  expect(await one(id)).toMatchObject({ downtime: 10_800, availability: 83.3333, incidentCount: 1 });
  // It didn't exist before its first incident.
  expect(await one(id, new Date("2026-03-09T00:00:00Z"), DAY)).toMatchObject({ availability: null });
});

test("observed uptime within an incident is not downtime, and a withdrawn incident counts nowhere", async () => {
  const id = await watched();
  const [flapping, withdrawn] = [
    await incident([id], at("10:00:00"), at("10:10:00")),
    await incident([id], at("12:00:00"), at("13:00:00")),
  ];
  const up = [{ from: at("10:02:00").getTime(), to: at("10:06:00").getTime() }];
  await tx((trx) => writeObservedUp(trx, projectId, flapping, id, up));
  await db().updateTable("incidents").set({ withdrawn_at: NEXT }).where("id", "=", withdrawn).execute();
  expect(await one(id)).toMatchObject({ downtime: 360, incidentCount: 1, incidentIds: [flapping] });
});

test("one second in two years is not rounded away", async () => {
  const id = await watched(new Date("2023-01-01T00:00:00Z"));
  await incident([id], at("10:00:00"), at("10:00:01"));
  expect(
    (await one(id, new Date("2024-06-01T00:00:00Z"), new Date("2026-06-01T00:00:00Z")))?.availability,
  ).toBe(99.9999);
});

const totals = async (project: number, ids: readonly number[] | null, count: number) => {
  const day = { from: DAY, to: NEXT };
  return reportTotals(await reportParts(project, ids, day), count, day);
};

test("a project report totals only its own monitors", async () => {
  const other = await makeScene("OTH");
  const foreign = await makeMonitor(other.projectId);
  const [a, b] = [await watched(), await watched()];
  await incident([a, b], at("10:00:00"), at("10:10:00"));
  const monitors = await reportMonitors(projectId, [a, b, foreign], DAY, NEXT);
  expect(monitors.map((monitor) => monitor.monitorId)).toEqual([a, b]);
  const report = await totals(projectId, [a, b], 2);
  expect(report.total).toMatchObject({ downtime: 1200, incidentCount: 1, mttr: 600, availability: 99.3055 });
  expect([report.minAvailability, report.maxAvailability]).toEqual([99.3055, 99.3055]);
});

test("totals of a project are those of all its monitors, though quiet monitors aren't read", async () => {
  const { projectId: own } = await makeScene();
  const monitor = async (createdAt: string) => {
    const id = await makeMonitor(own);
    await db().updateTable("monitors").set({ created_at: createdAt }).where("id", "=", id).execute();
    await observe(id, NEXT);
    await rollUp(own, id, at("23:00:00"));
    await db().updateTable("monitor_states").set({ status: "online" }).where("monitor_id", "=", id).execute();
    return id;
  };
  const old = "2026-01-01T00:00:00Z";
  const [quiet, down, young, paused] = [
    await monitor(old),
    await monitor(old),
    await monitor("2026-03-10T12:00:00Z"),
    await monitor(old),
  ];
  const never = await makeMonitor(own);
  await makeIncident(own, [down, paused], [at("10:00:00"), at("11:30:00")], {
    type: "manual",
    impact: "major_outage",
  });
  await run`insert into monitor_pauses (monitor_id, project_id, cause, started_at, ended_at)
    values (${paused}, ${own}, 'manual', ${at("11:00:00")}, null)`;
  const every = [quiet, down, young, paused, never];
  const monitors = await reportMonitors(own, every, DAY, NEXT);
  const all = await totals(own, null, every.length);
  expect(all).toMatchObject({ minAvailability: 90.909, maxAvailability: 100 });
  expect(all.total.downtime).toBe(9000);
  expect(all.total.downtime).toBe(monitors.reduce((sum, { downtime }) => sum + downtime, 0));
  expect(await totals(own, every, every.length)).toEqual(all);
  const some = await totals(own, [quiet, young], 2);
  expect(some.total).toMatchObject({ downtime: 0, availability: 100, incidentCount: 0 });
});
