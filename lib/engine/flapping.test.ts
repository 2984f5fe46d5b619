import { expect, test } from "vitest";
import { db } from "@/lib/store/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { endHeldIncidents } from "./flapping";
import { ingest } from "./ingest";

useDatabase();
const NOW = Math.floor(Date.now() / 1000) * 1000;
const ago = (minutes: number) => NOW - minutes * 60_000;
const quick = { incident_confirmations: 1, recovery_confirmations: 1 };

async function setUp() {
  const { projectId } = await makeScene(`F${Math.floor(Math.random() * 1e6)}`);
  const id = await makeMonitor(projectId, quick);
  const send = (minutes: number, outcome: "up" | "down") =>
    ingest([check(id, ago(minutes), outcome)], null, NOW);
  const incidents = () =>
    db().selectFrom("incidents").selectAll().where("project_id", "=", projectId).orderBy("id").execute();
  const told = async () =>
    (
      await db()
        .selectFrom("events")
        .select("key")
        .where("project_id", "=", projectId)
        .orderBy("id")
        .execute()
    ).map((row) => row.key.replace("uptime.incident.", ""));
  const kinds = async () =>
    (
      await db()
        .selectFrom("incident_timeline")
        .select(["kind", "reason"])
        .where("project_id", "=", projectId)
        .orderBy("id", "desc")
        .execute()
    ).map((row) => row.kind);
  return { id, send, incidents, told, kinds };
}

test("from the third recovery within an hour on the incident waits: it goes on when it fails again, and nobody is told", async () => {
  const { send, incidents, told, kinds } = await setUp();
  for (const [down, up] of [
    [50, 48],
    [45, 43],
    [40, 38],
    [36, 35],
    [34, 33],
  ] as const) {
    await send(down, "down");
    await send(up, "up");
  }
  expect(await incidents()).toHaveLength(3);
  expect(await told()).toEqual(["created", "recovered", "created", "recovered", "created"]);
  const [, , last] = await incidents();
  expect(last).toMatchObject({ status: "recovering", recovery_at: null, held_since: new Date(ago(33)) });
  expect((await kinds()).filter((kind) => kind === "recovery_held")).toHaveLength(3);

  await endHeldIncidents(new Date(ago(24)));
  expect((await incidents())[2]?.status).toBe("recovering");
  await endHeldIncidents(new Date(ago(22)));
  expect((await incidents())[2]).toMatchObject({ status: "recovered", recovery_at: new Date(ago(33)) });
  expect((await told()).slice(-1)).toEqual(["recovered"]);
});

test("an outage while it waits hides nothing: the incident is ongoing, and it takes ten good minutes again", async () => {
  const { send, incidents } = await setUp();
  for (const [down, up] of [
    [50, 48],
    [45, 43],
    [40, 38],
  ] as const) {
    await send(down, "down");
    await send(up, "up");
  }
  await send(32, "down");
  const [, , last] = await incidents();
  expect(last).toMatchObject({ status: "ongoing", held_until: null });
  await endHeldIncidents(new Date(ago(20)));
  expect((await incidents())[2]?.status).toBe("ongoing");
  await send(19, "up");
  await endHeldIncidents(new Date(ago(8)));
  expect((await incidents())[2]).toMatchObject({ status: "recovered", recovery_at: new Date(ago(19)) });
});

test("up and down again in one batch go on in the same incident", async () => {
  const { id, send, incidents } = await setUp();
  for (const [down, up] of [
    [50, 48],
    [45, 43],
  ] as const) {
    await send(down, "down");
    await send(up, "up");
  }
  await ingest([check(id, ago(40), "down"), check(id, ago(39)), check(id, ago(38), "down")], null, NOW);
  expect((await incidents()).map((row) => row.status)).toEqual(["recovered", "recovered", "ongoing"]);
});
