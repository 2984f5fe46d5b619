import { beforeAll, expect, test } from "vitest";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { testIntegration } from "@/lib/services/alerting/integrations";
import { startTestIncident } from "@/lib/services/alerting/test-incidents";
import { checkMonitor, checkUnsavedMonitor, collect } from "@/lib/services/checks/check-now";
import { listDeployments } from "@/lib/services/checks/deployments";
import { getSeries, getStrips } from "@/lib/services/checks/series";
import type { Caller } from "@/lib/services/core/caller";
import { listIncidents } from "@/lib/services/incidents/incidents";
import { createIncident } from "@/lib/services/incidents/writes";
import { getMonitor } from "@/lib/services/monitors/monitors";
import { createMonitor, deleteMonitor } from "@/lib/services/monitors/writes";
import { deleteProject } from "@/lib/services/projects/projects";
import { getOverview } from "@/lib/services/reports/overview";
import { pool } from "@/lib/store/core/pool";
import { monitorConfigs } from "@/lib/store/runners/config";
import { unservedRegions } from "@/lib/store/runners/runners";
import { ownerSession } from "@/lib/testing/accounts/callers";
import { createTestAccounts } from "@/lib/testing/accounts/test-accounts";
import { useDatabase } from "@/lib/testing/database";
import { MONITOR } from "@/lib/testing/scene";
import { createDemo } from "./create";
import { INCIDENTS } from "./incidents";
import { deleteDemo, getDemo } from "./remove";
import { demoServices, REGIONS } from "./services";
import { simulateMinute } from "./simulate";

useDatabase();
let caller: Caller;
let projectId = 0;
const services = demoServices();

const one = async (text: string) => (await pool().query(text, [projectId])).rows[0];
const many = async (text: string) => (await pool().query(text, [projectId])).rows;

beforeAll(async () => {
  const { organizationId, users } = await createTestAccounts();
  caller = ownerSession(organizationId, users.ada);
  projectId = (await createDemo(caller)).id;
  caller = { ...caller, projectId };
});

test("creates 90 days of rollups for every monitor and region, with failures before the live hour only during incidents", async () => {
  const hours = await one("select count(*) as n from rollups_hourly where project_id = $1");
  expect(hours.n).toBeGreaterThanOrEqual(services.length * REGIONS.length * 90 * 24);
  const outside = await one(
    `select count(*) as n from rollups_hourly r where r.project_id = $1 and r.down > 0 and r.hour < now() - interval '2 hours' and not exists (
       select 1 from incidents i join incident_monitors m on m.project_id = i.project_id and m.incident_id = i.id
       where i.project_id = $1 and m.monitor_id = r.monitor_id and i.incident_at < r.hour + interval '1 hour'
         and coalesce(i.recovery_at, now()) > r.hour)`,
  );
  expect(outside.n).toBe(0);
  const raw = await one("select count(*) as n from results where project_id = $1");
  expect(raw.n).toBeGreaterThan(services.length * REGIONS.length * 1440 * 0.95);
});

test("shows every state at once", async () => {
  const states = await many(
    "select m.name, s.status from monitors m join monitor_states s on s.project_id = m.project_id and s.monitor_id = m.id where m.project_id = $1",
  );
  expect(Object.fromEntries(states.map(({ name, status }) => [name, status]))).toMatchObject({
    Website: "online",
    "Public API": "offline",
    Webhooks: "offline",
    Search: "partial",
    Documentation: "online",
    Domain: "paused",
  });
  const { items } = await listIncidents(caller, {}, { limit: 50, offset: 0 });
  const merged = items.find(({ monitors, status }) => status === "ongoing" && monitors.length === 2);
  expect(merged?.state).toBe("identified");
  const [acknowledged] = await many(
    "select id, acknowledged_by from incidents where project_id = $1 and acknowledged_at is not null",
  );
  expect(acknowledged).toEqual({ id: merged?.id, acknowledged_by: "Ada" });
  const past = new Set(INCIDENTS.map(({ title }) => title));
  expect(items.filter(({ title }) => past.has(title ?? "")).length).toBeGreaterThanOrEqual(INCIDENTS.length);
  const flapping = await one(
    `select count(*) as n from incident_timeline t join incidents i on i.project_id = t.project_id and i.id = t.incident_id
     where i.project_id = $1 and t.kind in ('waiting_for_stable_recovery', 'recovered') and t.reason not like '%every region.'`,
  );
  expect(flapping.n).toBeGreaterThan(0);
  expect(await many("select outcome from results where project_id = $1 group by 1 order by 1")).toHaveLength(
    3,
  );
  expect(
    await many("select state from maintenance_windows where project_id = $1 order by starts_at"),
  ).toEqual([{ state: "in_progress" }, { state: "scheduled" }]);
  expect((await one("select count(*) as n from monitor_certificates where project_id = $1")).n).toBe(1);
  expect(
    (await one("select count(*) as n from deliveries where project_id = $1 and status = 'failed'")).n,
  ).toBe(1);
  expect((await one("select count(*) as n from status_pages where project_id = $1")).n).toBe(2);
});

const NOTHING = {
  ...{ monitors: 0, incidents: 0, maintenance_windows: 0, status_pages: 0 },
  ...{ integrations: 0, alert_rules: 0, incident_templates: 0, api_keys: 0 },
};

test("lists only what people added as theirs, whatever the simulation does", async () => {
  const none = { project_id: projectId, added: NOTHING, names: [], posts: 0 };
  expect(await getDemo(caller)).toEqual(none);
  const { id } = await createMonitor(caller, CreateMonitor.parse({ ...MONITOR, name: "Mine" }));
  expect(await getDemo(caller)).toEqual({ ...none, added: { ...NOTHING, monitors: 1 }, names: ["Mine"] });
  await deleteMonitor(caller, id);
});

test("tells each incident in the order in which it would have happened", async () => {
  const late = await many(
    `select i.title, t.kind from incidents i join incident_timeline t on t.project_id = i.project_id and t.incident_id = i.id
     join lateral (select max(published_at) as at from incident_updates u where u.project_id = $1 and u.incident_id = i.id) latest on true
     where i.project_id = $1 and t.kind in ('created', 'opened', 'edited', 'acknowledged') and t.occurred_at > latest.at`,
  );
  expect(late).toEqual([]);
  const reasons = await many(
    `select distinct kind from incident_timeline where project_id = $1 and reason like '% consecutive failures %'`,
  );
  expect(reasons).toEqual([{ kind: "opened" }]);
});

test("the paused monitor keeps its results from before the pause", async () => {
  const monitor = await one("select id from monitors where name = 'Domain' and project_id = $1");
  const { paused, one_day_availability, last_checked_at } = await getMonitor(caller, monitor.id);
  expect({ paused, one_day_availability }).toEqual({ paused: true, one_day_availability: 100 });
  expect(last_checked_at).not.toBeNull();
});

test("lists an expiring certificate of the demo, and marks the release that broke the API in its chart", async () => {
  expect((await getOverview(caller)).certificates).toMatchObject({
    total: 1,
    data: [{ monitor_name: "Website", warned_days: 14 }],
  });
  const { items } = await listDeployments(caller, {}, { limit: 10, offset: 0 });
  expect(items.map(({ version }) => version)).toEqual(["v2.14.0", "v2.13.0", "v2.12.0"]);
});

test("the list and the chart agree on the last day", async () => {
  const [monitor] = await many("select id from monitors where name = 'Website' and project_id = $1");
  const from = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 23 * 3_600_000);
  const { overall, regions } = await getSeries(caller, monitor.id, { from, buckets: 120 });
  const { strips } = await getStrips(caller, [monitor.id]);
  expect(overall).toMatchObject({ p50: strips[0]?.p50, p95: strips[0]?.p95 });
  expect(new Set(regions[0]?.points.map(({ p50 }) => p50)).size).toBeGreaterThan(60);
});

test("checks, new monitors, and tests send nothing: results are simulated, and tests are refused", async () => {
  const never = new AbortController().signal;
  const [api] = await many("select id from monitors where name = 'Public API' and project_id = $1");
  const saved = await checkMonitor(caller, api.id, never).then(collect);
  expect(saved.regions.map(({ outcome, warnings }) => [outcome, warnings.length])).toEqual(
    REGIONS.map(() => ["down", 1]),
  );
  const input = CreateMonitor.parse({ ...MONITOR, name: "Mine" });
  const unsaved = await checkUnsavedMonitor(caller, input, never).then(collect);
  expect(unsaved.regions.map(({ outcome }) => outcome)).toEqual(["up", "up"]);
  const { id } = await createMonitor(caller, input);
  expect(await monitorConfigs({ since: 0, after: 0, limit: null }, REGIONS)).toEqual([]);
  await simulateMinute(new Date());
  expect((await getMonitor(caller, id)).status).toBe("online");
  await deleteMonitor(caller, id);
  const [webhook] = await many("select id from integrations where project_id = $1");
  await expect(testIntegration(caller, "outgoing_webhook", webhook.id)).rejects.toMatchObject({
    status: 403,
  });
  await expect(startTestIncident(caller, {})).rejects.toMatchObject({ status: 403 });
});

test("no runner learns of its monitors, and no region is missing because of them", async () => {
  expect(await monitorConfigs({ since: 0, after: 0, limit: null }, REGIONS)).toEqual([]);
  expect(await monitorConfigs({ since: 1, after: 0, limit: null }, REGIONS)).toEqual([]);
  expect(await unservedRegions()).toEqual([]);
});

test("notifies no one: the project is muted", async () => {
  const { muted, is_demo } = await one("select muted, is_demo from projects where id = $1");
  expect({ muted, is_demo }).toEqual({ muted: true, is_demo: true });
});

test("every minute adds a result for each monitor that isn't paused or in maintenance", async () => {
  const count = async () => (await one("select count(*) as n from results where project_id = $1")).n;
  const before = await count();
  await simulateMinute(new Date(Date.now() + 60_000));
  expect((await count()) - before).toBe((services.length - 2) * REGIONS.length);
});

test("returns the existing project the second time, and creates another after it was deleted", async () => {
  expect((await createDemo(caller)).id).toBe(projectId);
  await deleteProject(caller, projectId);
  for (const table of ["monitors", "incidents", "deliveries", "status_pages"])
    expect([table, (await one(`select count(*) as n from ${table} where project_id = $1`)).n]).toEqual([
      table,
      0,
    ]);
  expect((await createDemo({ ...caller, projectId: null })).id).not.toBe(projectId);
});

test("deleting demo data keeps what people added, in a normal project without anything simulated", async () => {
  projectId = (await createDemo({ ...caller, projectId: null })).id;
  const inside = { ...caller, projectId };
  const mine = await createMonitor(
    inside,
    CreateMonitor.parse({ ...MONITOR, name: "Mine", regions: REGIONS }),
  );
  const [demoMonitor] = await many("select id from monitors where name = 'Website' and project_id = $1");
  const manual = { title: "Ours", impact: "degraded_performance", monitors: [mine.id, demoMonitor.id] };
  const incident = await createIncident(inside, CreateIncident.parse(manual));
  const [page] = await many("select id from status_pages where project_id = $1 order by id limit 1");
  const [webhook] = await many("select id from integrations where project_id = $1 order by id limit 1");
  await simulateMinute(new Date());
  expect((await getDemo(inside))?.names).toEqual(["Mine", "Ours"]);

  expect(await deleteDemo(inside)).toEqual({ project_id: projectId });
  const ids = async (table: string) =>
    (await many(`select id from ${table} where project_id = $1 order by id`)).map(({ id }) => id);
  expect(await ids("monitors")).toEqual([mine.id]);
  expect(await ids("incidents")).toEqual([incident.id]);
  expect(page).toBeDefined();
  expect(webhook).toBeDefined();
  for (const table of ["status_pages", "integrations", "alert_rules", "maintenance_windows", "deliveries"])
    expect([table, await ids(table)]).toEqual([table, []]);
  expect(
    (
      await one(
        "select count(*) as n from results r join monitors m on m.project_id = r.project_id and m.id = r.monitor_id where r.project_id = $1",
      )
    ).n,
  ).toBe(0);
  expect(await one("select is_demo, muted from projects where id = $1")).toEqual({
    is_demo: false,
    muted: false,
  });
  expect((await getMonitor(inside, mine.id)).status).toBe("fetching");
  const configs = await monitorConfigs({ since: 0, after: 0, limit: null }, REGIONS);
  expect(configs.map(({ id }) => id)).toEqual([mine.id]);
  // Undo creates another one.
  expect((await createDemo(caller)).id).not.toBe(projectId);
});

test("lets only owners create the demo", async () => {
  await expect(createDemo({ ...caller, role: "admin" })).rejects.toThrow(/owner/);
});
