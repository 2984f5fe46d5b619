import { describe, expect, test } from "vitest";
import { CreateIncident, Incident } from "@/lib/contract/incidents/incidents";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { createMonitor, deleteMonitor } from "@/lib/services/monitors/writes";
import { now } from "@/lib/shared/clock";
import { MINUTE_MS } from "@/lib/shared/durations";
import { db } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { refusalOf } from "@/lib/testing/refusal";
import { MONITOR, makeScene, type Scene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { deleteIncident, getIncident, listIncidents, recoverIncident } from "./incidents";
import { createIncident, updateIncident } from "./writes";

useDatabase();

const PAGE = { limit: 20, offset: 0 };
const minutes = (ahead: number) => new Date(Math.floor(now().getTime() / 1000) * 1000 + ahead * MINUTE_MS);
const open = (scene: Scene, change: object = {}) =>
  createIncident(scene.caller(), {
    ...CreateIncident.parse({ title: "Checkout is slow", impact: "partial_outage" }),
    ...change,
  });
const makeMonitor = (scene: Scene) => createMonitor(scene.caller(), CreateMonitor.parse(MONITOR));

const eventKeys = async (projectId: number) =>
  (
    await run`select key from events where project_id = ${projectId} and key like 'uptime.incident%' order by id`
  ).map((event) => event.key.replace("uptime.", ""));

describe("creating", () => {
  test("counts up per project after its prefix", async () => {
    const [shop, bank] = [await makeScene("SHOP"), await makeScene("BANK")];
    expect([(await open(shop)).slug, (await open(shop)).slug, (await open(bank)).slug]).toEqual([
      "SHOP-1",
      "SHOP-2",
      "BANK-1",
    ]);
  });

  test("is manual, ongoing, unknown, and announced, and keeps the order of its monitors", async () => {
    const scene = await makeScene();
    const [first, second] = [await makeMonitor(scene), await makeMonitor(scene)];
    const incident = await open(scene, { monitors: [second.id, first.id], tags: ["prod"] });
    expect(Incident.parse(incident)).toEqual(incident);
    expect(incident).toMatchObject({
      type: "manual",
      status: "ongoing",
      state: "unknown",
      recovery_at: null,
      monitors: [second.id, first.id],
      tags: ["prod"],
    });
    expect(await eventKeys(scene.projectId)).toEqual(["incident.created"]);
    expect(await getIncident(scene.caller(), incident.id)).toEqual(incident);
  });

  test("is recovered and fires no event when recovery_at is given", async () => {
    const scene = await makeScene();
    const incident = await open(scene, { incident_at: minutes(-60), recovery_at: minutes(-30) });
    expect(incident.status).toBe("recovered");
    expect(await eventKeys(scene.projectId)).toEqual([]);
  });

  test.each([
    ["incident_at", { incident_at: minutes(-60 * 24 * 370) }],
    ["incident_at", { incident_at: minutes(11) }],
    ["recovery_at", { recovery_at: minutes(20) }],
    ["recovery_at", { incident_at: minutes(-5), recovery_at: minutes(-5) }],
  ])("refuses %s outside its bounds", async (field, change) => {
    const refused = await refusalOf(open(await makeScene(), change));
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.errors ?? {})).toEqual([field]);
  });

  test("refuses a foreign and a missing monitor with the same text", async () => {
    const [scene, foreign] = [await makeScene(), await makeScene()];
    const [own, other] = [await makeMonitor(scene), await makeMonitor(foreign)];
    const refused = await refusalOf(open(scene, { monitors: [own.id, other.id, 999_999] }));
    expect(refused.errors).toEqual({
      "monitors.1": [`This project has no monitor with the ID ${other.id}.`],
      "monitors.2": ["This project has no monitor with the ID 999999."],
    });
    expect((await listIncidents(scene.caller(), {}, PAGE)).total).toBe(0);
  });
});

describe("updating and recovering", () => {
  test("keeps omitted fields and replaces monitors", async () => {
    const scene = await makeScene();
    const monitor = await makeMonitor(scene);
    const before = await open(scene, { monitors: [monitor.id], description: "why" });
    const after = await updateIncident(scene.caller(), before.id, { title: "New", monitors: [] });
    expect(after).toEqual({ ...before, title: "New", monitors: [], updated_at: after.updated_at });
  });

  test("recovers an ongoing incident once when recovery_at is set", async () => {
    const scene = await makeScene();
    const { id } = await open(scene, { incident_at: minutes(-60) });
    const recovered = await updateIncident(scene.caller(), id, { recovery_at: minutes(-10) });
    expect(recovered).toMatchObject({ status: "recovered", recovery_at: expect.any(String) });
    await updateIncident(scene.caller(), id, { recovery_at: minutes(-20) });
    await recoverIncident(scene.caller(), id);
    expect(await eventKeys(scene.projectId)).toEqual(["incident.created", "incident.recovered"]);
  });

  test("accepts an update that leaves an old date alone", async () => {
    const scene = await makeScene();
    const { id } = await open(scene);
    await run`update incidents
      set incident_at = ${new Date("2020-01-01")}, recovery_at = ${new Date("2020-01-02")}, status = 'recovered'
      where id = ${id}`;
    expect(await updateIncident(scene.caller(), id, { title: "Old" })).toMatchObject({ title: "Old" });
  });

  test("reopens a recovered manual incident with null, but none of type monitor", async () => {
    const scene = await makeScene();
    const { id } = await open(scene);
    await recoverIncident(scene.caller(), id);
    const again = await updateIncident(scene.caller(), id, { recovery_at: null });
    expect(again).toMatchObject({ status: "ongoing", recovery_at: null });
    await run`update incidents set type = 'monitor', status = 'recovered' where id = ${id}`;
    expect(
      (await refusalOf(updateIncident(scene.caller(), id, { recovery_at: null }))).errors,
    ).toHaveProperty("recovery_at");
  });

  test("ignores monitors on an incident of type monitor", async () => {
    const scene = await makeScene();
    const monitor = await makeMonitor(scene);
    const { id } = await open(scene, { monitors: [monitor.id] });
    await db().updateTable("incidents").set({ type: "monitor" }).where("id", "=", id).execute();
    expect(await updateIncident(scene.caller(), id, { monitors: [] })).toMatchObject({
      monitors: [monitor.id],
    });
  });

  test("restarts the count of a silent region that failed when a monitor incident is resolved by hand", async () => {
    const scene = await makeScene();
    const monitor = await makeMonitor(scene);
    const { id } = await open(scene, { monitors: [monitor.id] });
    await db().updateTable("incidents").set({ type: "monitor" }).where("id", "=", id).execute();
    await run`insert into open_monitor_incidents (project_id, monitor_id, incident_id)
      values (${scene.projectId}, ${monitor.id}, ${id})`;
    await run`update region_states set health = 'failing', failures = 4, silent = true where monitor_id = ${monitor.id}`;
    await recoverIncident(scene.caller(), id);
    const regions = await run`select health, failures from region_states where monitor_id = ${monitor.id}`;
    expect(regions).toEqual([
      { health: "unknown", failures: 0 },
      { health: "unknown", failures: 0 },
    ]);
    expect(await db().selectFrom("open_monitor_incidents").selectAll().execute()).toEqual([]);
  });

  test("recovers the open incident when its only failing monitor is deleted", async () => {
    const scene = await makeScene();
    const monitor = await makeMonitor(scene);
    const { id } = await open(scene, { monitors: [monitor.id] });
    await db().updateTable("incidents").set({ type: "monitor" }).where("id", "=", id).execute();
    await deleteMonitor(scene.caller(), monitor.id);
    expect(await getIncident(scene.caller(), id)).toMatchObject({ status: "recovered", monitors: [] });
  });

  test("deletes an incident and answers 404 the second time", async () => {
    const scene = await makeScene();
    const { id } = await open(scene);
    await deleteIncident(scene.caller(), id);
    expect(await refusalOf(deleteIncident(scene.caller(), id))).toMatchObject({ status: 404 });
  });
});

describe("listing", () => {
  test("filters by monitor, tag, status, and type", async () => {
    const scene = await makeScene();
    const monitor = await makeMonitor(scene);
    const first = await open(scene, { monitors: [monitor.id], tags: ["a"] });
    const second = await open(scene, { incident_at: minutes(-2), recovery_at: minutes(-1), tags: ["b"] });
    const ids = async (filter: object) =>
      (await listIncidents(scene.caller(), filter, PAGE)).items.map((incident) => incident.id);
    expect(await ids({})).toEqual([second.id, first.id]);
    expect(await ids({ monitor_id: [monitor.id] })).toEqual([first.id]);
    expect(await ids({ tag: ["a", "b"] })).toEqual([second.id, first.id]);
    expect(await ids({ status: ["recovered"] })).toEqual([second.id]);
    expect(await ids({ type: ["monitor"] })).toEqual([]);
  });

  test("finds text anywhere in slug, title, and public title, and takes it literally", async () => {
    const scene = await makeScene("SHOP");
    const first = await open(scene, { title: "Checkout is 50% slower" });
    const second = await open(scene, { title: "Login", public_title: "Some people can't sign_in" });
    const found = async (search: string) =>
      (await listIncidents(scene.caller(), { search }, PAGE)).items.map((incident) => incident.id);
    expect(await found("CHECKOUT")).toEqual([first.id]);
    expect(await found("50% s")).toEqual([first.id]);
    expect(await found("sign_in")).toEqual([second.id]);
    expect(await found("shop-2")).toEqual([second.id]);
    expect(await found("sign%in")).toEqual([]);
    expect(await found("")).toEqual([second.id, first.id]);
  });
});
