import { describe, expect, test } from "vitest";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { Monitor } from "@/lib/contract/monitors/monitors";
import { db } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { refusalOf } from "@/lib/testing/refusal";
import { MONITOR, makeScene, type Scene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { NO_SIGN_IN } from "@/lib/testing/targets/check";
import { updateMonitor } from "./edit";
import { getMonitor, listMonitors } from "./monitors";
import { setMonitorPaused } from "./pause";
import { createMonitor, deleteMonitor } from "./writes";

useDatabase();

const PAGE = { limit: 20, offset: 0 };
const make = (scene: Scene, change: object = {}) =>
  createMonitor(scene.caller(), CreateMonitor.parse({ ...MONITOR, ...change }));

const eventKeys = async (projectId: number) =>
  (
    await db().selectFrom("events").select("key").where("project_id", "=", projectId).orderBy("id").execute()
  ).map((event) => event.key);
const stored = (id: number) =>
  db().selectFrom("monitors").selectAll().where("id", "=", id).executeTakeFirst();
const pausesOf = (id: number) =>
  db().selectFrom("monitor_pauses").selectAll().where("monitor_id", "=", id).orderBy("id").execute();

describe("creating", () => {
  test("returns the whole unchecked monitor in the shape of the contract", async () => {
    const scene = await makeScene();
    const monitor = await make(scene, { tags: ["b", "a"], success_assertions: [] });
    expect(Monitor.parse(monitor)).toEqual(monitor);
    expect(monitor).toMatchObject({
      project_id: scene.projectId,
      status: "fetching",
      paused: false,
      response_time: null,
      last_checked_at: null,
      data_missing: false,
      one_day_availability: null,
      seven_days_availability: null,
      tags: ["b", "a"],
      success_assertions: [{ type: "status_code", operator: "in", value: "2xx,30x" }],
      regions: ["eu-deu-fra", "na-usa-iad"],
      observed_regions: [
        {
          region: "eu-deu-fra",
          status: "fetching",
          response_time: null,
          last_checked_at: null,
          silent: false,
          last_error: null,
        },
        {
          region: "na-usa-iad",
          status: "fetching",
          response_time: null,
          last_checked_at: null,
          silent: false,
          last_error: null,
        },
      ],
    });
    expect(await getMonitor(scene.caller(), monitor.id)).toEqual(monitor);
  });

  test("records the event and a new config version", async () => {
    const scene = await makeScene();
    const [first, second] = [await make(scene), await make(scene)];
    expect(await eventKeys(scene.projectId)).toEqual(["uptime.monitor.created", "uptime.monitor.created"]);
    const versions = [(await stored(first.id))?.config_version, (await stored(second.id))?.config_version];
    expect(versions[1]).toBeGreaterThan(versions[0] ?? Number.NaN);
  });

  test("records a pause from the first moment of a monitor created paused", async () => {
    const scene = await makeScene();
    const monitor = await make(scene, { paused: true });
    expect(monitor).toMatchObject({ paused: true, status: "paused" });
    expect(await pausesOf(monitor.id)).toHaveLength(1);
  });

  test("needs uptime:write and says so", async () => {
    const scene = await makeScene();
    const reader = scene.caller({ permissions: new Set(["uptime:read"]) });
    const refused = await refusalOf(createMonitor(reader, CreateMonitor.parse(MONITOR)));
    expect(refused).toMatchObject({ status: 403, message: "This action needs the uptime:write permission." });
  });
});

describe("updating", () => {
  test("keeps omitted fields and replaces request as a whole", async () => {
    const scene = await makeScene();
    const before = await make(scene, {
      request: { ...MONITOR.request, headers: [{ name: "X-A", value: "1" }], follow_redirects: false },
      interval: 300,
    });
    const after = await updateMonitor(scene.caller(), before.id, {
      name: "Renamed",
      request: { method: "GET", url: "https://example.org" },
    });
    expect(after).toEqual({
      ...before,
      name: "Renamed",
      request: {
        method: "GET",
        url: "https://example.org",
        tls_skip_verify: false,
        body: null,
        follow_redirects: true,
        user_agent_secret: null,
        headers: null,
        ...NO_SIGN_IN,
      },
      updated_at: after.updated_at,
    });
  });

  test("rejects more required regions than remain and stores nothing", async () => {
    const scene = await makeScene();
    const before = await make(scene, { region_threshold: 2 });
    const refused = await refusalOf(
      updateMonitor(scene.caller(), before.id, { name: "Lost", regions: ["eu-deu-fra"] }),
    );
    expect(refused).toMatchObject({
      status: 422,
      errors: { region_threshold: [expect.stringContaining("(1)")] },
    });
    expect(await getMonitor(scene.caller(), before.id)).toEqual(before);
  });

  test("refuses another protocol but accepts the same one", async () => {
    const scene = await makeScene();
    const { id } = await make(scene);
    expect(await refusalOf(updateMonitor(scene.caller(), id, { protocol: "tcp" }))).toMatchObject({
      status: 422,
      errors: { protocol: [expect.stringContaining("http")] },
    });
    await updateMonitor(scene.caller(), id, { protocol: "http" });
  });

  test("drops the state of removed regions and starts new ones as unknown", async () => {
    const scene = await makeScene();
    const { id } = await make(scene);
    const after = await updateMonitor(scene.caller(), id, { regions: ["oc-aus-syd", "eu-deu-fra"] });
    expect(after.observed_regions.map((entry) => entry.region)).toEqual(["oc-aus-syd", "eu-deu-fra"]);
    const rows = await run`select region from region_states where monitor_id = ${id}`;
    expect(rows.map((row) => row.region).sort()).toEqual(["eu-deu-fra", "oc-aus-syd"]);
  });

  test("takes a new config version each time", async () => {
    const scene = await makeScene();
    const { id } = await make(scene);
    const before = (await stored(id))?.config_version ?? Number.NaN;
    await updateMonitor(scene.caller(), id, { interval: 120 });
    expect((await stored(id))?.config_version).toBeGreaterThan(before);
  });

  test("pauses and resumes through paused, with one recorded pause each", async () => {
    const scene = await makeScene();
    const { id } = await make(scene);
    expect(await updateMonitor(scene.caller(), id, { paused: true })).toMatchObject({ status: "paused" });
    expect(await updateMonitor(scene.caller(), id, { paused: true })).toMatchObject({ status: "paused" });
    expect(await updateMonitor(scene.caller(), id, { paused: false })).toMatchObject({ status: "fetching" });
    const pauses = await pausesOf(id);
    expect(pauses).toHaveLength(1);
    expect(pauses[0]?.ended_at).not.toBeNull();
  });
});

describe("pausing", () => {
  test("changes nothing when repeated and restores the regions' status on resume", async () => {
    const scene = await makeScene();
    const { id } = await make(scene);
    await run`update region_states set health = 'healthy' where monitor_id = ${id}`;
    await setMonitorPaused(scene.caller(), id, true);
    const version = (await stored(id))?.config_version;
    await setMonitorPaused(scene.caller(), id, true);
    expect((await stored(id))?.config_version).toBe(version);
    expect(await pausesOf(id)).toHaveLength(1);
    await setMonitorPaused(scene.caller(), id, false);
    expect(await getMonitor(scene.caller(), id)).toMatchObject({ status: "online", paused: false });
    expect((await pausesOf(id))[0]?.ended_at).not.toBeNull();
  });
});

test("shows and filters a monitor paused by a maintenance window as paused only", async () => {
  const scene = await makeScene();
  const { id } = await make(scene);
  await db().updateTable("monitor_states").set({ status: "online" }).where("monitor_id", "=", id).execute();
  await db().updateTable("monitors").set({ paused_by_window: true }).where("id", "=", id).execute();
  const total = async (status: "paused" | "online") =>
    (await listMonitors(scene.caller(), { status: [status] }, PAGE)).total;
  expect([await total("paused"), await total("online")]).toEqual([1, 0]);
  expect(await getMonitor(scene.caller(), id)).toMatchObject({ status: "paused", paused: false });
  await setMonitorPaused(scene.caller(), id, true);
  await setMonitorPaused(scene.caller(), id, false);
  expect(await getMonitor(scene.caller(), id)).toMatchObject({ status: "paused", paused: false });
  await db().updateTable("monitors").set({ paused_by_window: false }).where("id", "=", id).execute();
  expect(await total("paused")).toBe(0);
});

describe("deleting", () => {
  test("removes the monitor and its rows, leaves a tombstone and an event, and answers 404 the second time", async () => {
    const scene = await makeScene();
    const { id } = await make(scene);
    await deleteMonitor(scene.caller(), id);
    expect(await stored(id)).toBeUndefined();
    const [tombstone] = await run`select * from monitor_tombstones where monitor_id = ${id}`;
    expect(tombstone?.config_version).toBeGreaterThan(0);
    expect(await eventKeys(scene.projectId)).toEqual(["uptime.monitor.created", "uptime.monitor.deleted"]);
    expect(await refusalOf(deleteMonitor(scene.caller(), id))).toMatchObject({ status: 404 });
  });
});

describe("other projects", () => {
  test("hides the monitors of other projects from every operation", async () => {
    const [scene, foreign] = [await makeScene(), await makeScene()];
    const { id } = await make(foreign);
    const missing = await refusalOf(getMonitor(scene.caller(), 999_999));
    const attempts = [
      getMonitor(scene.caller(), id),
      updateMonitor(scene.caller(), id, { name: "Mine" }),
      setMonitorPaused(scene.caller(), id, true),
      deleteMonitor(scene.caller(), id),
    ];
    for (const refused of await Promise.all(attempts.map(refusalOf))) {
      expect([refused.status, refused.message]).toEqual([missing.status, missing.message]);
    }
    expect(await getMonitor(foreign.caller(), id)).toMatchObject({ name: "Shop", status: "fetching" });
    expect((await listMonitors(scene.caller(), {}, PAGE)).total).toBe(0);
  });
});

describe("listing", () => {
  test("lists newest first, paged in SQL, with the keys of GET", async () => {
    const scene = await makeScene();
    const made = [await make(scene), await make(scene), await make(scene)];
    const page = await listMonitors(scene.caller(), {}, { limit: 2, offset: 1 });
    expect(page.total).toBe(3);
    expect(page.items).toEqual([made[1], made[0]]);
  });

  test("filters by each field alone and together", async () => {
    const scene = await makeScene();
    const shop = await make(scene, { name: "Shop front", tags: ["prod", "web"] });
    const database = await make(scene, {
      name: "Database",
      protocol: "tcp",
      request: { host: "DB.internal.example", port: "5432" },
      regions: ["oc-aus-syd"],
      tags: ["prod"],
      paused: true,
    });
    const ids = async (filter: object) =>
      (await listMonitors(scene.caller(), filter, PAGE)).items.map((monitor) => monitor.id);
    expect(await ids({ tag: ["web"] })).toEqual([shop.id]);
    expect(await ids({ tag: ["web", "prod"] })).toEqual([database.id, shop.id]);
    expect(await ids({ status: ["paused"] })).toEqual([database.id]);
    expect(await ids({ status: ["fetching", "online"] })).toEqual([shop.id]);
    expect(await ids({ protocol: ["tcp"] })).toEqual([database.id]);
    expect(await ids({ region: ["na-usa-iad"] })).toEqual([shop.id]);
    expect(await ids({ search: "FRONT" })).toEqual([shop.id]);
    expect(await ids({ search: "db.internal" })).toEqual([database.id]);
    expect(await ids({ search: "%" })).toEqual([]);
    expect(await ids({ search: "shop", protocol: ["tcp"] })).toEqual([]);
  });
});

test("shows the rounded mean of the kept successes as response time", async () => {
  const scene = await makeScene();
  const { id } = await make(scene);
  await run`update monitor_states set recent_response_times = ${[10, 11, 11]} where monitor_id = ${id}`;
  expect(await getMonitor(scene.caller(), id)).toMatchObject({ response_time: 11 });
});
