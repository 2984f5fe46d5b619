import { expect, test } from "vitest";
import { BulkMonitors } from "@/lib/contract/monitors/bulk";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { ingest } from "@/lib/engine/ingest";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { MONITOR, makeScene, type Scene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { statements } from "@/lib/testing/statements/statements";
import { bulkMonitors } from "./bulk";
import { listMonitors } from "./monitors";
import { createMonitor, createMonitors } from "./writes";

useDatabase();

const PAGE = { limit: 100, offset: 0 };
const make = (scene: Scene, change: object = {}) =>
  createMonitor(scene.caller(), CreateMonitor.parse({ ...MONITOR, ...change }));
const all = async (scene: Scene) => (await listMonitors(scene.caller(), {}, PAGE)).items;
const bulk = (scene: Scene, change: object) => bulkMonitors(scene.caller(), BulkMonitors.parse(change));

test("pauses and resumes all monitors that match a filter and leaves the rest", async () => {
  const scene = await makeScene();
  const [web, db] = [await make(scene, { tags: ["web"] }), await make(scene, { tags: ["db"] })];
  expect(await bulk(scene, { action: "pause", filter: { tag: ["web"] } })).toEqual({
    changed: 1,
    turned: [web.id],
  });
  expect((await all(scene)).map((monitor) => [monitor.id, monitor.status])).toEqual([
    [db.id, "fetching"],
    [web.id, "paused"],
  ]);
  await bulk(scene, { action: "resume", filter: {} });
  expect((await all(scene)).every((monitor) => !monitor.paused)).toBe(true);
});

test("returns only the monitors whose state it changed", async () => {
  const scene = await makeScene();
  const [one, two] = [await make(scene), await make(scene, { paused: true })];
  const ids = [one.id, two.id];
  expect(await bulk(scene, { action: "pause", ids })).toEqual({ changed: 2, turned: [one.id] });
  expect(await bulk(scene, { action: "resume", ids })).toEqual({ changed: 2, turned: ids });
  expect(await bulk(scene, { action: "change", ids, interval: 300 })).toEqual({ changed: 2, turned: [] });
});

test("changes interval and tags, and names the field when there is a tag too many", async () => {
  const scene = await makeScene();
  const one = await make(scene, { tags: ["a", "b"] });
  await bulk(scene, {
    action: "change",
    ids: [one.id],
    interval: 300,
    add_tags: ["c", "a"],
    remove_tags: ["b"],
  });
  expect((await all(scene))[0]).toMatchObject({ interval: 300, tags: ["a", "c"] });
  const tags = Array.from({ length: 19 }, (_, at) => `t${at}`);
  await expect(bulk(scene, { action: "change", ids: [one.id], add_tags: tags })).rejects.toMatchObject({
    status: 422,
    errors: { tags: expect.anything() },
  });
});

test("checks the number of tags, notes the edit, and records it once for all monitors", async () => {
  const scene = await makeScene();
  const ids = [(await make(scene)).id, (await make(scene)).id, (await make(scene)).id];
  const sent = await statements(() => bulk(scene, { action: "change", ids, interval: 300, add_tags: ["a"] }));
  for (const once of [/unnest.* as wanted/s, /into incident_timeline/, /into "audit_log"/])
    expect(sent.filter((text) => once.test(text))).toHaveLength(1);
  const rows = await run`select subject_id, detail from audit_log where action = 'monitor.updated'
    and subject_id = any (${ids}) order by 1`;
  const detail = { changes: { interval: { to: 300 }, tags: { to: ["a"] } } };
  expect(rows).toMatchObject(ids.map((id) => ({ subject_id: id, detail })));
});

/** Creates monitors with a secret. Returns their IDs. */
async function makeMany(scene: Scene, count: number): Promise<number[]> {
  const headers = [{ name: "Authorization", value: "Bearer shop" }];
  const input = CreateMonitor.parse({ ...MONITOR, request: { ...MONITOR.request, headers } });
  return createMonitors(scene.caller(), Array(count).fill(input));
}

const CHANGES: [string, object][] = [
  ["adds a tag", { action: "change", add_tags: ["fleet"] }],
  ["changes the interval", { action: "change", interval: 300 }],
  ["pauses", { action: "pause" }],
  ["resumes", { action: "resume" }],
  ["deletes", { action: "delete" }],
];

test("leaves each monitor's other fields and its secrets as they were", async () => {
  const scene = await makeScene();
  const headers = [{ name: "Authorization", value: 'Bearer \\x00 "é"' }];
  const first = await make(scene, {
    request: { ...MONITOR.request, method: "POST", headers, body: 'a\\b\n"c"' },
    tags: ["a.b", "c:d"],
    success_assertions: [{ type: "status_code", operator: "in", value: "200,204" }],
  });
  const second = await make(scene, { name: 'O\'Brien "2"', timeout: 3000, regions: ["oc-aus-syd"] });
  await bulk(scene, { action: "change", ids: [first.id, second.id], interval: 300 });
  const changed = { interval: 300, updated_at: expect.any(String) };
  expect(await all(scene)).toEqual([
    { ...second, ...changed },
    { ...first, ...changed },
  ]);
});

test("resumes each monitor with the status of its own regions", async () => {
  const scene = await makeScene();
  const ids = [(await make(scene)).id, (await make(scene)).id, (await make(scene)).id];
  await bulk(scene, { action: "pause", ids });
  await run`update region_states set health = case monitor_id when ${ids[0]} then 'healthy' else 'failing' end
    where monitor_id <> ${ids[2]}`;
  await bulk(scene, { action: "resume", ids });
  expect((await all(scene)).map(({ status }) => status)).toEqual(["fetching", "offline", "online"]);
  const rows = await run`select monitor_id, ended_at from monitor_pauses where monitor_id = any (${ids})
    order by monitor_id`;
  expect(rows).toMatchObject(ids.map((monitor_id) => ({ monitor_id, ended_at: expect.any(Date) })));
});

test("recovers an incident once when all its monitors are deleted, and notes it when others remain", async () => {
  const scene = await makeScene();
  const quick = { incident_confirmations: 1, recovery_confirmations: 1 };
  const nowMs = Math.floor(Date.now() / 1000) * 1000;
  const ids: number[] = [];
  const fail = async (agoMs: number) => {
    const id = await makeMonitor(scene.projectId, quick);
    ids.push(id);
    await ingest([check(id, nowMs - agoMs, "down")], null, nowMs);
  };
  // Failures within minutes belong to one incident.
  for (const agoMs of [9000, 8000, 7000]) await fail(agoMs);
  const lines = async () => {
    const rows = await run`select kind, reason from incident_timeline where project_id = ${scene.projectId}
      and kind in ('monitor_deleted', 'closed') order by id`;
    return rows;
  };
  await bulk(scene, { action: "delete", ids: ids.slice(0, 1), expected: 1 });
  expect(await lines()).toEqual([{ kind: "monitor_deleted", reason: expect.stringContaining("continues") }]);
  await bulk(scene, { action: "delete", ids: ids.slice(1), expected: 2 });
  expect((await lines()).slice(1)).toEqual([
    { kind: "closed", reason: "Its last failing monitor was deleted." },
  ]);
});

test("sends as many statements for 50 monitors as for 5", async () => {
  const counts = async (count: number) => {
    const scene = await makeScene();
    const ids = await makeMany(scene, count);
    const found: [string, number][] = [];
    for (const [name, change] of CHANGES) {
      const sent = await statements(() => bulk(scene, { ...change, ids, expected: count }));
      // Without hints to dashboards, which are sent on a timer.
      found.push([name, sent.filter((text) => !text.includes("pg_notify(h.channel")).length]);
    }
    return found;
  };
  await counts(1);
  expect(await counts(50)).toEqual(await counts(5));
});

test("deletes only if the number of monitors is as expected", async () => {
  const scene = await makeScene();
  const [one, two] = [await make(scene), await make(scene)];
  expect(BulkMonitors.safeParse({ action: "delete", filter: {} }).success).toBe(false);
  await expect(bulk(scene, { action: "delete", filter: {}, expected: 1 })).rejects.toMatchObject({
    status: 409,
  });
  expect(await all(scene)).toHaveLength(2);
  await bulk(scene, { action: "delete", ids: [one.id, two.id], expected: 2 });
  expect(await all(scene)).toHaveLength(0);
});

test("leaves out monitors of other projects", async () => {
  const [scene, foreign] = [await makeScene(), await makeScene()];
  const theirs = await make(foreign);
  expect(await bulk(scene, { action: "pause", ids: [theirs.id] })).toEqual({ changed: 0, turned: [] });
  expect((await all(foreign))[0]).toMatchObject({ paused: false });
});

test("requests the render of pages last, like everyone else who locks an incident first", async () => {
  const scene = await makeScene();
  const ids = [await makeMonitor(scene.projectId), await makeMonitor(scene.projectId)];
  for (const change of [{ action: "change", add_tags: ["late"] }, { action: "delete" }] as const) {
    const sent = await statements(() => bulk(scene, { ...change, ids, expected: 2 }));
    const writes = sent.filter((text) => !/^(begin|commit)|pg_notify\(h\.channel/i.test(text));
    expect(writes.at(-1)).toMatch(/add_job/);
  }
});
