import { sql } from "kysely";
import { expect, test } from "vitest";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { announceDueUpdates } from "@/lib/engine/incident-announcement";
import { now } from "@/lib/shared/clock";
import { db } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { refusalOf } from "@/lib/testing/refusal";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { getIncident } from "./incidents";
import {
  createIncidentUpdate,
  deleteIncidentUpdate,
  editIncidentUpdate,
  getIncidentUpdate,
  listIncidentUpdates,
} from "./updates";
import { createIncident } from "./writes";

useDatabase();

const PAGE = { limit: 20, offset: 0 };
const minutes = (ahead: number) => new Date(Math.floor(now().getTime() / 1000) * 1000 + ahead * 60_000);
const open = (scene: Scene) =>
  createIncident(
    scene.caller(),
    CreateIncident.parse({ title: "Checkout is slow", impact: "partial_outage" }),
  );

const eventKeys = async (projectId: number) =>
  (
    await run`select key from events where project_id = ${projectId} and key like 'uptime.incident%' order by id`
  ).map((event) => event.key.replace("uptime.", ""));

const say = (scene: Scene, incidentId: number, state: string, change: object = {}) =>
  createIncidentUpdate(scene.caller(), incidentId, { state, content: "We look.", ...change } as never);

test("only raises the state", async () => {
  const scene = await makeScene();
  const { id } = await open(scene);
  await say(scene, id, "identified");
  await say(scene, id, "investigating");
  expect(await getIncident(scene.caller(), id)).toMatchObject({ state: "identified", status: "ongoing" });
  const { items, total } = await listIncidentUpdates(scene.caller(), id, PAGE);
  expect([total, items.map((update) => update.state)]).toEqual([2, ["investigating", "identified"]]);
  expect(await eventKeys(scene.projectId)).toEqual([
    "incident.created",
    "incident_update.published",
    "incident_update.published",
  ]);
});

test("recovers an ongoing incident with a resolved update", async () => {
  const scene = await makeScene();
  const { id } = await open(scene);
  await say(scene, id, "resolved");
  expect(await getIncident(scene.caller(), id)).toMatchObject({ state: "resolved", status: "recovered" });
  expect(await eventKeys(scene.projectId)).toEqual([
    "incident.created",
    "incident.recovered",
    "incident_update.published",
  ]);
});

test("announces a scheduled update once, at its time, and counts it", async () => {
  const scene = await makeScene();
  const { id } = await open(scene);
  await say(scene, id, "monitoring", { published_at: minutes(5) });
  expect(await getIncident(scene.caller(), id)).toMatchObject({ state: "unknown" });
  expect(await announceDueUpdates(minutes(4))).toBe(0);
  expect(await announceDueUpdates(minutes(6))).toBe(1);
  expect(await announceDueUpdates(minutes(7))).toBe(0);
  expect(await getIncident(scene.caller(), id)).toMatchObject({ state: "monitoring" });
  expect(await eventKeys(scene.projectId)).toEqual(["incident.created", "incident_update.published"]);
});

test("announces a scheduled update on time, even after its time was changed", async () => {
  const scene = await makeScene();
  const { id } = await open(scene);
  const [later, sooner] = [minutes(5), minutes(3)];
  const update = await say(scene, id, "monitoring", { published_at: later });
  const due = async () => {
    const { rows } = await sql<{ run_at: Date }>`
      select run_at from graphile_worker.jobs where key = ${`due_updates:${update.id}`}`.execute(db());
    return rows.map(({ run_at }) => run_at);
  };
  expect(await due()).toEqual([later]);
  await editIncidentUpdate(scene.caller(), id, update.id, { published_at: sooner, content: "Sooner." });
  expect(await due()).toEqual([sooner]);
  await sql`delete from graphile_worker._private_jobs`.execute(db());
  expect(await announceDueUpdates(minutes(4))).toBe(1);
  await editIncidentUpdate(scene.caller(), id, update.id, { content: "Said." });
  expect(await due()).toEqual([]);
});

test("recomputes the state on an edit without firing events or recovering the incident", async () => {
  const scene = await makeScene();
  const { id } = await open(scene);
  const update = await say(scene, id, "monitoring");
  await editIncidentUpdate(scene.caller(), id, update.id, { state: "resolved" });
  expect(await getIncident(scene.caller(), id)).toMatchObject({ state: "resolved", status: "ongoing" });
  await editIncidentUpdate(scene.caller(), id, update.id, { state: "investigating", content: "Hm." });
  expect(await getIncident(scene.caller(), id)).toMatchObject({ state: "investigating" });
  expect(await getIncidentUpdate(scene.caller(), id, update.id)).toMatchObject({ content: "Hm." });
  expect(await eventKeys(scene.projectId)).toEqual(["incident.created", "incident_update.published"]);
  await deleteIncidentUpdate(scene.caller(), id, update.id);
  expect(await getIncident(scene.caller(), id)).toMatchObject({ state: "unknown" });
});

test("hides an update moved into the future until its time and sends nothing twice", async () => {
  const scene = await makeScene();
  const { id } = await open(scene);
  const update = await say(scene, id, "identified");
  const keys = await eventKeys(scene.projectId);
  await editIncidentUpdate(scene.caller(), id, update.id, { published_at: minutes(5) });
  expect(await getIncident(scene.caller(), id)).toMatchObject({ state: "unknown" });
  expect(await announceDueUpdates(minutes(4))).toBe(0);
  await sql`delete from graphile_worker._private_jobs`.execute(db());
  expect(await announceDueUpdates(minutes(6))).toBe(1);
  expect(await announceDueUpdates(minutes(7))).toBe(0);
  expect(await getIncident(scene.caller(), id)).toMatchObject({ state: "identified" });
  expect(await eventKeys(scene.projectId)).toEqual(keys);
  const { rows: jobs } = await sql<{ key: string }>`select key from graphile_worker.jobs`.execute(db());
  expect(jobs.map(({ key }) => key)).toEqual([`render:${scene.projectId}`]);
});

test("lets only the author or a moderator edit or delete", async () => {
  const scene = await makeScene();
  const { id } = await open(scene);
  const update = await say(scene, id, "investigating");
  const stranger = { id: 77, permissions: new Set(["uptime:write", "uptime:read"] as const) };
  const refused = await refusalOf(deleteIncidentUpdate(scene.caller(stranger), id, update.id));
  expect(refused).toMatchObject({
    status: 403,
    message: "This action needs the incidents:moderate permission.",
  });
  await deleteIncidentUpdate(scene.caller({ id: 77 }), id, update.id);
});

test("records the person behind a session, otherwise the key, as creator", async () => {
  const scene = await makeScene();
  const { id } = await open(scene);
  const input = { state: "investigating", content: "x" } as const;
  const person = scene.caller({ kind: "session", userId: 5, id: 5, label: "Ada" });
  expect((await createIncidentUpdate(person, id, input)).creator).toEqual({
    id: 5,
    type: "user",
    label: "Ada",
  });
  expect((await createIncidentUpdate(scene.caller(), id, input)).creator.type).toBe("api_key");
});

test("finds an update only under its own incident and project", async () => {
  const [scene, foreign] = [await makeScene(), await makeScene()];
  const [one, two, theirs] = [await open(scene), await open(scene), await open(foreign)];
  const update = await say(scene, one.id, "investigating");
  const attempts = [
    getIncidentUpdate(scene.caller(), two.id, update.id),
    getIncidentUpdate(foreign.caller(), one.id, update.id),
    editIncidentUpdate(foreign.caller(), theirs.id, update.id, { content: "mine" }),
    deleteIncidentUpdate(scene.caller(), two.id, update.id),
    createIncidentUpdate(foreign.caller(), one.id, { state: "resolved", content: "x" }),
    listIncidentUpdates(foreign.caller(), one.id, PAGE),
  ];
  for (const refused of await Promise.all(attempts.map(refusalOf)))
    expect(refused).toMatchObject({ status: 404 });
});

test("expects the next update when the latest published one promised it, until the incident recovers", async () => {
  const scene = await makeScene();
  const { id } = await open(scene);
  const expected = async () => (await getIncident(scene.caller(), id)).next_update_at;
  const iso = (date: Date) => `${date.toISOString().slice(0, 19)}Z`;
  const [sooner, later] = [minutes(20), minutes(30)];
  const first = await say(scene, id, "investigating", { next_update_at: later });
  expect([await expected(), first.next_update_at]).toEqual(Array(2).fill(iso(later)));
  await say(scene, id, "identified", { published_at: minutes(5), next_update_at: minutes(60) });
  expect(await expected()).toBe(iso(later));
  const { id: latest } = await say(scene, id, "identified");
  expect(await expected()).toBeNull();
  await editIncidentUpdate(scene.caller(), id, latest, { next_update_at: sooner });
  expect(await expected()).toBe(iso(sooner));
  const early = await refusalOf(say(scene, id, "identified", { next_update_at: minutes(-1) }));
  expect(early.errors).toMatchObject({ next_update_at: [expect.stringContaining("7 days later")] });
  await say(scene, id, "resolved", { next_update_at: minutes(60) });
  expect(await expected()).toBeNull();
});
