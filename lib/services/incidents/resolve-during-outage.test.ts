import { beforeEach, expect, test } from "vitest";
import { CreateIncidentUpdate } from "@/lib/contract/incidents/updates";
import { UpdateMonitor } from "@/lib/contract/monitors/input";
import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import { ingest } from "@/lib/engine/ingest";
import { composeMessage } from "@/lib/notify/message/compose";
import { updateMonitor } from "@/lib/services/monitors/edit";
import { deleteMonitor } from "@/lib/services/monitors/writes";
import { getProjectReport } from "@/lib/services/reports/reports";
import { createStatusPage } from "@/lib/services/status-pages/writes";
import { loadModel } from "@/lib/status-page/model/load-model";
import { headline } from "@/lib/status-page/render/view/banner";
import { selectEventFacts } from "@/lib/store/alerting/event-facts";
import { db } from "@/lib/store/core/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { STATUS_PAGE, useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { recoverIncident } from "./incidents";
import { createIncidentUpdate } from "./updates";
import { updateIncident } from "./writes";

const scene = useScene();
const NOW = Math.floor(Date.now() / 1000) * 1000;
const BEGAN = NOW - 300_000;
let ids: number[] = [];

/** Checks the monitors `seconds` before now. */
async function look(seconds: number, outcome: "up" | "down", of = ids): Promise<void> {
  const at = NOW - seconds * 1000;
  await ingest(
    of.map((id) => check(id, at, outcome)),
    null,
    at + 100,
  );
}

const incidents = () =>
  run`select id, slug, status, incident_at, recovery_at, ended_by, outage_at from incidents where project_id = ${scene.projectId} order by id`;

async function page() {
  const row = await db()
    .selectFrom("status_pages")
    .selectAll()
    .where("project_id", "=", scene.projectId)
    .executeTakeFirstOrThrow();
  const model = await loadModel(row as Parameters<typeof loadModel>[0], new Date());
  const [first] = model.affected;
  return [headline(model), model.incidents.length, first?.since?.getTime() ?? null];
}

async function titles(): Promise<(string | undefined)[]> {
  const events = await run<{
    id: number;
  }>`select id from events where project_id = ${scene.projectId} and key like 'uptime.incident.%' and key <> 'uptime.incident.propagated' order by id`;
  const found = await Promise.all(events.map(({ id }) => selectEventFacts(scene.projectId, id)));
  return found.map((facts) => (facts ? composeMessage(facts)?.title : undefined));
}

beforeEach(async () => {
  ids = [await makeMonitor(scene.projectId, { name: "Shop" })];
  const components = ids.map((id) => ({ componentable_type: "uptime/monitor", componentable_id: id }));
  const subdomain = `page-${scene.projectId}`;
  await createStatusPage(scene.caller(), CreateStatusPage.parse({ ...STATUS_PAGE, subdomain, components }));
  await look(400, "up");
  for (const seconds of [300, 290, 280]) await look(seconds, "down");
});

test("an incident that is resolved during its outage continues as another, and nothing says that the monitor is up", async () => {
  expect(await page()).toEqual(["Major outage", 1, BEGAN]);
  const [first] = await incidents();
  await recoverIncident(scene.caller({ label: "Ada" }), first.id);
  const [before, after] = await incidents();
  expect(before).toMatchObject({ status: "recovered", ended_by: "still_down" });
  expect(after).toMatchObject({ status: "ongoing", ended_by: null, outage_at: new Date(BEGAN) });
  expect(after.incident_at).toEqual(before.recovery_at);
  expect(await page()).toEqual(["Major outage", 1, BEGAN]);
  expect(await titles()).toEqual([
    expect.stringMatching(/^Down: Shop/),
    expect.stringMatching(/^Closed: Shop/),
    expect.stringMatching(/^Still down: Shop/),
  ]);
  await look(-10, "down");
  expect(await page()).toEqual(["Major outage", 1, BEGAN]);
  expect(await incidents()).toHaveLength(2);
});

test("reports count one outage, from its beginning to its end", async () => {
  const [first] = await incidents();
  await recoverIncident(scene.caller(), first.id);
  for (const seconds of [-60, -70, -80]) await look(seconds, "up");
  const [before, after] = await incidents();
  expect(after).toMatchObject({ status: "recovered", ended_by: null });
  const window = { from: new Date(NOW - 3600_000), to: new Date(NOW + 600_000), page: 1, per_page: 10 };
  const report = await getProjectReport(scene.caller(), window);
  const lasted = (after.recovery_at.getTime() - BEGAN) / 1000;
  expect(report).toMatchObject({ mttr: Math.floor(lasted) });
  expect(report.monitors).toMatchObject([{ incident_count: 1, mttr: Math.floor(lasted) }]);
  // The future hasn't been down yet.
  expect(report.downtime).toBeGreaterThanOrEqual((before.recovery_at.getTime() - BEGAN) / 1000 - 1);
  expect((await titles()).at(-1)).toMatch(/^Recovered after 6 min: Shop/);
  expect(await page()).toEqual(["All systems operational", 1, null]);
});

test("an update that says resolved during the outage doesn't turn the page green either", async () => {
  const [first] = await incidents();
  const update = CreateIncidentUpdate.parse({ state: "resolved", content: "Fixed." });
  await createIncidentUpdate(scene.caller(), first.id, update);
  expect(await page()).toEqual(["Major outage", 2, BEGAN]);
});

test("a monitor whose latest check succeeded is up once its incident is resolved", async () => {
  await look(270, "up");
  const [first] = await incidents();
  await recoverIncident(scene.caller(), first.id);
  await look(-10, "up");
  expect(await incidents()).toMatchObject([{ status: "recovered", ended_by: null }]);
  expect((await page())[0]).toBe("All systems operational");
});

test.each<[string, () => Promise<unknown>]>([
  ["paused", () => run`update monitors set paused = true where id = ${ids[0]}`],
  ["silent", () => run`update region_states set silent = true where monitor_id = ${ids[0]}`],
])("an incident that is resolved while its monitor is %s is closed, not recovered", async (_name, stop) => {
  await stop();
  const [first] = await incidents();
  await recoverIncident(scene.caller(), first.id);
  expect(await incidents()).toMatchObject([{ status: "recovered", ended_by: "unobserved" }]);
  expect((await titles()).at(-1)).toMatch(/^Closed: /);
});

test("an incident whose monitor is deleted is closed, not recovered", async () => {
  await deleteMonitor(scene.caller(), ids[0] ?? 0);
  expect(await incidents()).toMatchObject([{ status: "recovered", ended_by: "monitor_deleted" }]);
  expect((await titles()).at(-1)).toMatch(/^Closed: /);
});

test("an incident that only a removed region saw is closed, not recovered", async () => {
  const regions = ["eu-deu-fra", "na-usa-iad"] as const;
  const request = JSON.stringify({ method: "GET", url: "https://other.example.com/" });
  const id = await makeMonitor(scene.projectId, { regions: [...regions], request });
  const at = (
    seconds: number,
    region: (typeof regions)[number],
    outcome: "up" | "down",
    config_version = 1,
  ) =>
    ingest(
      [check(id, NOW - seconds * 1000, outcome, { region, config_version, remote_address: "192.0.2.9" })],
      null,
      NOW,
    );
  for (const seconds of [200, 190, 180]) {
    await at(seconds, "na-usa-iad", "up");
    await at(seconds - 1, "eu-deu-fra", "down");
  }
  const { regions: left } = await updateMonitor(
    scene.caller(),
    id,
    UpdateMonitor.parse({ regions: ["na-usa-iad"] }),
  );
  expect(left).toEqual(["na-usa-iad"]);
  const [monitor] = await run`select config_version from monitors where id = ${id}`;
  await at(60, "na-usa-iad", "up", monitor.config_version);
  expect((await incidents()).at(-1)).toMatchObject({ status: "recovered", ended_by: "region_removed" });
  expect((await titles()).at(-1)).toMatch(/^Closed: /);
});

test("keeps a person's title when other monitors join, and in the incident that continues it", async () => {
  const join = async (name: string) => {
    const id = await makeMonitor(scene.projectId, { name });
    for (const seconds of [30, 20, 10]) await look(seconds, "down", [id]);
  };
  const shown = async () =>
    (await run`select title from incidents where project_id = ${scene.projectId} order by id`).map(
      ({ title }) => title,
    );
  await join("Blog");
  expect(await shown()).toEqual(["2 monitors went down: connection refused"]);
  const [first] = await incidents();
  await updateIncident(scene.caller(), first.id, { title: "The shop is unreachable" });
  await join("Mail");
  expect(await shown()).toEqual(["The shop is unreachable"]);
  await recoverIncident(scene.caller({ label: "Ada" }), first.id);
  await join("Search");
  expect(await shown()).toEqual(["The shop is unreachable", "The shop is unreachable"]);
});
