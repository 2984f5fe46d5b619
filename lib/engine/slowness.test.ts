import { expect, test } from "vitest";
import { updateMonitor } from "@/lib/services/monitors/edit";
import { db } from "@/lib/store/core/pool";
import { selectPageMonitors } from "@/lib/store/status-pages/rows";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { ingest } from "./ingest";

useDatabase();
const NOW = Math.floor(Date.now() / 1000) * 1000;
const ago = (seconds: number) => NOW - seconds * 1000;

/** Sends successful checks, one a minute, that took the given milliseconds. */
async function took(id: number, fromSeconds: number, ...times: number[]): Promise<void> {
  for (const [at, ms] of times.entries()) {
    const result = check(id, ago(fromSeconds - at * 60), "up");
    await ingest([{ ...result, timings: { ...result.timings, total: ms * 1000 } }], null, NOW);
  }
}

async function degradedSince(id: number): Promise<number | null> {
  const { degraded_since } = await db()
    .selectFrom("monitor_states")
    .select("degraded_since")
    .where("monitor_id", "=", id)
    .executeTakeFirstOrThrow();
  return degraded_since?.getTime() ?? null;
}

/** Reads when it was degraded, as public pages do. */
async function degradationsOf(id: number): Promise<number[][]> {
  const [row] = await run<{ project_id: number }>`select project_id from monitors where id = ${id}`;
  const rows = await selectPageMonitors(row?.project_id ?? 0, [id], new Date(ago(86_400)), new Date(NOW));
  return rows.flatMap(({ degradations }) => degradations.map(({ from, to }) => [from, to]));
}

const eventsOf = async (id: number) =>
  (
    await run<{ key: string; reason: string }>`select key, entities ->> 'reason' as reason from events
      where monitor_id = ${id} order by id`
  ).map(({ key, reason }) => [key, reason]);

test("a monitor is degraded while enough of its checks are slow, tells so once each way, and never counts as down", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, { slow_threshold: 800 });
  await took(id, 3000, 900, 900, 100, 900);
  expect(await degradedSince(id)).toBeNull();
  await took(id, 2760, 900);
  expect(await degradedSince(id)).toBe(ago(2760));
  await took(id, 2700, 900, 100, 100, 100, 100, 100);
  expect(await degradedSince(id)).toBe(ago(2760));
  await took(id, 2340, 100, 100, 100, 100);
  expect(await degradedSince(id)).toBeNull();
  expect(await degradationsOf(id)).toEqual([[ago(2760), ago(2220)]]);
  expect(await eventsOf(id)).toEqual([
    ["uptime.monitor.degraded", "4 of the last 5 successful checks took longer than 800 ms"],
    ["uptime.monitor.restored", "2 of the last 10 successful checks took longer than 800 ms"],
  ]);
  expect(await run`select id from incidents where project_id = ${projectId}`).toEqual([]);
});

test("a monitor without a threshold is never degraded, and one that lost it ceases to be", async () => {
  const scene = await makeScene();
  const { projectId } = scene;
  const [plain, ruled] = [
    await makeMonitor(projectId),
    await makeMonitor(projectId, { slow_threshold: 800 }),
  ];
  for (const id of [plain, ruled]) await took(id, 3000, 900, 900, 900, 900, 900);
  expect([await degradedSince(plain), await degradedSince(ruled)]).toEqual([null, ago(2760)]);
  await updateMonitor(scene.caller(), ruled, { slow_threshold: null });
  expect(await degradedSince(ruled)).toBeNull();
  expect(await degradationsOf(ruled)).toEqual([[ago(2760), expect.any(Number)]]);
  expect(await degradationsOf(plain)).toEqual([]);
});
