import { expect, test } from "vitest";
import { BulkMonitors } from "@/lib/contract/monitors/bulk";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { pool } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { MONITOR, makeScene, type Scene } from "@/lib/testing/scene";
import { statements } from "@/lib/testing/statements/statements";
import { bulkMonitors } from "./bulk";
import { listMonitors } from "./monitors";
import { createMonitor } from "./writes";

useDatabase();

const PAGE = { limit: 100, offset: 0 };
const make = (scene: Scene, change: object = {}) =>
  createMonitor(scene.caller(), CreateMonitor.parse({ ...MONITOR, ...change }));
const all = async (scene: Scene) => (await listMonitors(scene.caller(), {}, PAGE)).items;
const bulk = (scene: Scene, change: object) => bulkMonitors(scene.caller(), BulkMonitors.parse(change));

test("pauses and resumes all monitors that match a filter and leaves the rest", async () => {
  const scene = await makeScene();
  const [web, db] = [await make(scene, { tags: ["web"] }), await make(scene, { tags: ["db"] })];
  expect(await bulk(scene, { action: "pause", filter: { tag: "web" } })).toEqual({
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

test("names the monitors that it paused or resumed, without those that already were", async () => {
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

test("checks the number of tags, notes the edit and records it once for all monitors", async () => {
  const scene = await makeScene();
  const ids = [(await make(scene)).id, (await make(scene)).id, (await make(scene)).id];
  const sent = await statements(() => bulk(scene, { action: "change", ids, interval: 300, add_tags: ["a"] }));
  for (const once of [/unnest.* as wanted/s, /into incident_timeline/, /into "audit_log"/])
    expect(sent.filter((text) => once.test(text))).toHaveLength(1);
  const { rows } = await pool().query(
    "select subject_id, detail from audit_log where action = 'monitor.updated' and subject_id = any ($1) order by 1",
    [ids],
  );
  const detail = { changes: { interval: { to: 300 }, tags: { to: ["a"] } } };
  expect(rows).toMatchObject(ids.map((id) => ({ subject_id: id, detail })));
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
