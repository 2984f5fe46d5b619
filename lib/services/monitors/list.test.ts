import { beforeAll, describe, expect, test } from "vitest";
import type { MonitorFilter, MonitorSort } from "@/lib/contract/monitors/monitors";
import { db, pool } from "@/lib/store/core/pool";
import { makeMonitor, observe } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { statements } from "@/lib/testing/statements/statements";
import { listMonitors } from "./monitors";

useDatabase();
const PAGE = { limit: 50, offset: 0 };
const HOUR_MS = 3_600_000;
let scene: Scene;
let names: Map<number, string>;

const state = (id: number, values: object) =>
  db().updateTable("monitor_states").set(values).where("monitor_id", "=", id).execute();

beforeAll(async () => {
  scene = await makeScene();
  const make = async (name: string, values: object) => {
    const id = await makeMonitor(scene.projectId, { name });
    await observe(id, "2026-01-01T00:00:00Z");
    await db()
      .updateTable("monitors")
      .set({ created_at: new Date(Date.now() - 40 * 24 * HOUR_MS) })
      .where("id", "=", id)
      .execute();
    await state(id, values);
    return id;
  };
  const down = await make("shop", { status: "offline", recent_response_times: [900, 1100] });
  const up = await make("Blog", { status: "online", recent_response_times: [80, 90] });
  const silent = await make("api", { status: "online", data_missing: true, recent_response_times: [200] });
  const held = await make("docs", { status: "offline", recent_response_times: [] });
  await db().updateTable("monitors").set({ held_by_window: true }).where("id", "=", held).execute();
  names = new Map([
    [down, "shop"],
    [up, "Blog"],
    [silent, "api"],
    [held, "docs"],
  ]);
  const { rows } = await pool().query<{ id: number }>(
    `insert into incidents (project_id, number, slug, type, title, impact, status, incident_at, recovery_at)
     values ($1, 1, 'APP-1', 'manual', 'Slow', 'major_outage', 'recovered', $2, $3) returning id`,
    [scene.projectId, new Date(Date.now() - 10 * HOUR_MS), new Date(Date.now() - 8 * HOUR_MS)],
  );
  await pool().query(
    "insert into incident_monitors (incident_id, monitor_id, project_id) values ($1, $2, $3)",
    [rows[0]?.id, up, scene.projectId],
  );
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
    ["seven_days_availability", ["Blog", "docs", "api", "shop"]],
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

test("needs as many queries for 50 monitors as for 5", async () => {
  const own = await makeScene();
  await Promise.all(Array.from({ length: 50 }, () => makeMonitor(own.projectId)));
  const queries = async (limit: number) =>
    (await statements(() => listMonitors(own.caller(), { sort: "state" }, { limit, offset: 0 }))).length;
  await queries(50);
  const few = await queries(5);
  expect(few).toBeGreaterThan(1);
  expect(await queries(50)).toBe(few);
});
