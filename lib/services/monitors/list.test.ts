import { beforeAll, describe, expect, test } from "vitest";
import type { MonitorFilter, MonitorSort } from "@/lib/contract/monitors/monitors";
import { HOUR_MS } from "@/lib/shared/durations";
import { db } from "@/lib/store/core/pool";
import { makeMonitor, observe } from "@/lib/testing/checks";
import { makeScene, type Scene, useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { statements } from "@/lib/testing/statements/statements";
import { listMonitors } from "./monitors";
import { setMonitorPaused } from "./pause";
import { deleteMonitor } from "./writes";

const scene = useScene("file");
const PAGE = { limit: 50, offset: 0 };
let names: Map<number, string>;

const state = (id: number, values: object) =>
  db().updateTable("monitor_states").set(values).where("monitor_id", "=", id).execute();

beforeAll(async () => {
  const make = async (name: string, values: object) => {
    const id = await makeMonitor(scene.projectId, { name });
    await observe(id, "2026-01-01T00:00:00Z");
    await run`update monitors set created_at = ${new Date(Date.now() - 40 * 24 * HOUR_MS)} where id = ${id}`;
    await state(id, values);
    return id;
  };
  const down = await make("shop", { status: "offline", recent_response_times: [900, 1100] });
  const up = await make("Blog", { status: "online", recent_response_times: [80, 90] });
  const silent = await make("api", { status: "online", data_missing: true, recent_response_times: [200] });
  const pausedByWindow = await make("docs", { status: "offline", recent_response_times: [] });
  await db()
    .updateTable("monitors")
    .set({ paused_by_window: true })
    .where("id", "=", pausedByWindow)
    .execute();
  names = new Map([
    [down, "shop"],
    [up, "Blog"],
    [silent, "api"],
    [pausedByWindow, "docs"],
  ]);
  const rows =
    await run`insert into incidents (project_id, number, slug, type, title, impact, status, incident_at, recovery_at)
     values (${scene.projectId}, 1, 'APP-1', 'manual', 'Slow', 'major_outage', 'recovered', ${new Date(Date.now() - 10 * HOUR_MS)}, ${new Date(Date.now() - 8 * HOUR_MS)}) returning id`;
  await run`insert into incident_monitors (incident_id, monitor_id, project_id)
    values (${rows[0]?.id}, ${up}, ${scene.projectId})`;
});

async function order(sort: MonitorSort, filter: MonitorFilter = {}): Promise<(string | undefined)[]> {
  const { items } = await listMonitors(scene.caller(), { ...filter, sort }, PAGE);
  return items.map(({ id }) => names.get(id));
}

describe("order", () => {
  test.each<[MonitorSort, string[]]>([
    ["state", ["shop", "api", "Blog", "docs"]],
    ["-state", ["docs", "Blog", "api", "shop"]],
    ["name", ["api", "Blog", "docs", "shop"]],
    ["-name", ["shop", "docs", "Blog", "api"]],
    ["response_time", ["Blog", "api", "shop", "docs"]],
    ["-response_time", ["shop", "api", "Blog", "docs"]],
    ["seven_days_availability", ["Blog", "api", "docs", "shop"]],
    ["id", ["shop", "Blog", "api", "docs"]],
    ["-id", ["docs", "api", "Blog", "shop"]],
  ])("%s lists %j", async (sort, expected) => {
    expect(await order(sort)).toEqual(expected);
  });

  test("keeps its pages apart and counts all of them", async () => {
    const pages = await Promise.all(
      [0, 2].map((offset) => listMonitors(scene.caller(), { sort: "state" }, { limit: 2, offset })),
    );
    expect(pages.map(({ total }) => total)).toEqual([4, 4]);
    expect(pages.flatMap(({ items }) => items.map(({ id }) => names.get(id)))).toEqual(await order("state"));
    const byAvailability = await listMonitors(
      scene.caller(),
      { sort: "seven_days_availability" },
      { limit: 1, offset: 0 },
    );
    expect(byAvailability).toMatchObject({ total: 4, items: [{ name: "Blog" }] });
  });
});

describe("filter by state", () => {
  test.each([
    ["offline", ["shop"]],
    ["no_data", ["api"]],
    ["online", ["Blog"]],
    ["paused", ["docs"]],
  ] as const)("%s finds exactly %j", async (shown, expected) => {
    expect(await order("name", { state: [shown] })).toEqual(expected);
  });

  test("finds monitors by ID", async () => {
    const [first, second] = [...names.keys()];
    expect(await order("id", { id: [second ?? 0, first ?? 0] })).toEqual(["shop", "Blog"]);
  });
});

test("lists 50 monitors with as many queries as 5", async () => {
  const own = await makeScene();
  await Promise.all(Array.from({ length: 50 }, () => makeMonitor(own.projectId)));
  const queries = async (limit: number) =>
    (await statements(() => listMonitors(own.caller(), { sort: "state" }, { limit, offset: 0 }))).length;
  await queries(50);
  const few = await queries(5);
  expect(few).toBeGreaterThan(1);
  expect(await queries(50)).toBe(few);
});

describe("among equal, missing, paused, and deleted monitors", () => {
  let own: Scene;
  const found = async (sort: MonitorSort, filter: MonitorFilter = {}, page = PAGE) => {
    const { items, total } = await listMonitors(own.caller(), { ...filter, sort }, page);
    return { names: items.map(({ name }) => name).join(" "), total };
  };

  beforeAll(async () => {
    own = await makeScene();
    const make = async (name: string, values: object, projectId = own.projectId) => {
      const id = await makeMonitor(projectId, { name, tags: name.startsWith("t") ? ["team"] : null });
      await state(id, values);
      return id;
    };
    const online = { status: "online", recent_response_times: [100] };
    await make("t1", online);
    await make("a2", online);
    await make("t3", { status: "online", recent_response_times: [50, 150] });
    await make("a4", { status: "online", recent_response_times: [] });
    const paused = await make("t5", online);
    await setMonitorPaused(own.caller(), paused, true);
    const pausedByWindow = await make("a6", { status: "offline", recent_response_times: [1] });
    await db()
      .updateTable("monitors")
      .set({ paused_by_window: true })
      .where("id", "=", pausedByWindow)
      .execute();
    await make("t7", { status: "offline", data_missing: true, recent_response_times: [7] });
    await deleteMonitor(own.caller(), await make("t8", { status: "offline" }));
    await make("t9", { status: "offline" }, (await makeScene()).projectId);
  });

  test.each<[MonitorSort, string]>([
    ["state", "t7 a2 a4 t1 t3 a6 t5"],
    ["-state", "a6 t5 a2 a4 t1 t3 t7"],
    ["response_time", "a6 t7 t5 t3 a2 t1 a4"],
    ["-response_time", "t5 t3 a2 t1 t7 a6 a4"],
    ["seven_days_availability", "a2 a4 a6 t1 t3 t5 t7"],
  ])("%s lists equal monitors in the same order on every page: %s", async (sort, names) => {
    const whole = await found(sort);
    if (sort !== "seven_days_availability") expect(whole).toEqual({ names, total: 7 });
    const pages = await Promise.all([0, 2, 4, 6].map((offset) => found(sort, {}, { limit: 2, offset })));
    expect(pages.map((page) => page.names).join(" ")).toBe(whole.names);
    expect(await found(sort, {}, { limit: 2, offset: 8 })).toEqual({ names: "", total: 7 });
  });

  test.each<[MonitorSort, MonitorFilter, string]>([
    ["state", { tag: ["team"] }, "t7 t1 t3 t5"],
    ["-response_time", { tag: ["team"], status: ["online"] }, "t3 t1"],
    ["response_time", { state: ["online"] }, "t3 a2 t1 a4"],
    ["state", { state: ["offline", "paused"] }, "t7 a6 t5"],
    ["name", { state: ["paused"] }, "a6 t5"],
    ["-response_time", { status: ["paused"] }, "t5 a6"],
    ["-response_time", { status: ["offline", "paused"], protocol: ["http"] }, "t5 t7 a6"],
    ["last_checked_at", { search: "T7", state: ["offline", "online"] }, "t7"],
    ["-state", { region: ["eu-deu-fra"], status: ["offline"] }, "t7"],
    ["state", { protocol: ["icmp"] }, ""],
  ])("%s with %j lists %s", async (sort, filter, names) => {
    const total = names === "" ? 0 : names.split(" ").length;
    expect(await found(sort, filter)).toEqual({ names, total });
  });
});

test("lists the monitors that an incident affects, in every order", async () => {
  const [{ id } = { id: 0 }] = await run<{
    id: number;
  }>`select id from incidents where project_id = ${scene.projectId}`;
  expect(await order("name", { incident_id: [id] })).toEqual(["Blog"]);
  expect(await order("state", { incident_id: [id], status: ["online"] })).toEqual(["Blog"]);
  expect(await order("-state", { incident_id: [id], state: ["offline"] })).toEqual([]);
  expect(await order("name", { incident_id: [id + 1] })).toEqual([]);
});

describe("search", () => {
  test.each([
    ["LO", ["Blog"]],
    ["pi", ["api"]],
    ["example", ["api", "Blog", "docs", "shop"]],
    ["%", []],
    ["shop https", []],
  ])("for %j finds %j in names and targets", async (search, expected) => {
    expect(await order("name", { search })).toEqual(expected);
  });

  test("finds the host of a monitor without a URL, and a changed name", async () => {
    const own = await makeScene();
    const id = await makeMonitor(own.projectId, {
      name: "Cache",
      protocol: "tcp",
      request: JSON.stringify({ host: "Redis.example", port: 6379 }),
    });
    const found = async (search: string) =>
      (await listMonitors(own.caller(), { search }, PAGE)).items.map((item) => item.id);
    expect([await found("re"), await found("redis.ex"), await found("6379")]).toEqual([[id], [id], []]);
    await db().updateTable("monitors").set({ name: "Queue" }).where("id", "=", id).execute();
    expect([await found("ca"), await found("qu")]).toEqual([[], [id]]);
  });
});
