import { expect, test } from "vitest";
import { hint } from "@/lib/store/core/hints";
import { pool } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { streamLive } from "./live";
import type { LiveEvent } from "./live-queue";

useDatabase();

function person(scene: Scene, userId: number) {
  return scene.caller({ kind: "session", userId, id: userId });
}

async function next(stream: AsyncGenerator<LiveEvent>): Promise<LiveEvent | null> {
  const step = await stream.next();
  return step.done ? null : step.value;
}

test("delivers changes of the caller's project only", async () => {
  const [scene, foreign] = [await makeScene(), await makeScene()];
  const stop = new AbortController();
  const stream = await streamLive(person(scene, 1), undefined, stop.signal);
  expect(await next(stream)).toEqual({ event: "ready", data: { project_id: scene.projectId } });
  // Repeated until received: the first hint may be sent before the LISTEN connection is open.
  const talk = setInterval(() => {
    hint("live", { project_id: foreign.projectId, topic: "monitors", id: 666 });
    hint("live", { project_id: scene.projectId, topic: "monitors", id: 7 });
  }, 50);
  try {
    const expected = { event: "change", data: { project_id: scene.projectId, topic: "monitors", id: 7 } };
    for (let heard = 0; heard < 3; heard += 1) expect(await next(stream)).toEqual(expected);
  } finally {
    clearInterval(talk);
  }
  stop.abort();
  await stream.return(undefined);
});

test("streams the named project instead of the session's, if the person can access it", async () => {
  const [scene, foreign] = [await makeScene(), await makeScene()];
  const people = await run<{ id: number }>`insert into users (organization_id, name, email, role)
    values (${scene.organizationId}, 'Ada', 'ada-live@example.com', 'owner') returning id`;
  const userId = people[0]?.id ?? 0;
  const other = await run<{ id: number }>`insert into projects (organization_id, name, slug, incident_prefix)
    values (${scene.organizationId}, 'Other', 'other-live', 'OTH') returning id`;
  const sessions = await run<{ id: number }>`insert into sessions (token_hash, user_id, expires_at)
    values ('live-other', ${userId}, now() + interval '1 hour') returning id`;
  const caller = scene.caller({ kind: "session", userId, id: sessions[0]?.id ?? 0 });
  const projectId = other[0]?.id ?? 0;
  const stop = new AbortController();
  const stream = await streamLive(caller, projectId, stop.signal);
  expect(await next(stream)).toEqual({ event: "ready", data: { project_id: projectId } });
  await stream.return(undefined);
  for (const unreachable of [foreign.projectId, 999_999])
    await expect(streamLive(caller, unreachable, stop.signal)).rejects.toMatchObject({ status: 403 });
});

test("ends when the request's signal aborts, as on drain", async () => {
  const scene = await makeScene();
  const stop = new AbortController();
  const stream = await streamLive(person(scene, 2), undefined, stop.signal);
  await next(stream);
  const waiting = next(stream);
  stop.abort();
  expect(await waiting).toBeNull();
});

test("refuses a person's 101st stream until one closes", async () => {
  const scene = await makeScene();
  const stop = new AbortController();
  const open = () => streamLive(person(scene, 3), undefined, stop.signal);
  const streams = await Promise.all(Array.from({ length: 100 }, open));
  for (const stream of streams) await next(stream);
  await expect(open()).rejects.toThrow("at most 100 live streams");
  await streams[0]?.return(undefined);
  const again = await open();
  expect(await next(again)).toMatchObject({ event: "ready" });
  stop.abort();
  for (const stream of [...streams, again]) await stream.return(undefined);
});

test.each([
  ["session", "delete from sessions where user_id = $1"],
  ["access to the project", "delete from project_members where user_id = $1"],
])("ends soon after the person's %s ends, and not before", async (what, ending) => {
  const scene = await makeScene();
  const people = await run<{ id: number }>`insert into users (organization_id, name, email, role)
    values (${scene.organizationId}, 'Zoe', ${`${what.slice(0, 6)}@example.com`}, 'member') returning id`;
  const userId = people[0]?.id ?? 0;
  await run`insert into project_members (project_id, user_id) values (${scene.projectId}, ${userId})`;
  const rows = await run<{ id: number }>`insert into sessions (token_hash, user_id, expires_at)
    values (${what}, ${userId}, now() + interval '1 hour') returning id`;
  const caller = scene.caller({ kind: "session", userId, id: rows[0]?.id ?? 0 });
  const stream = await streamLive(caller, undefined, new AbortController().signal, 20);
  await next(stream);
  const waiting = next(stream);
  const early = await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 200, "open"))]);
  expect(early).toBe("open");
  await pool().query(ending, [userId]);
  expect(await waiting).toBeNull();
});
