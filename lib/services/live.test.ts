import { expect, test } from "vitest";
import { hint } from "@/lib/store/hints";
import { useDatabase } from "@/lib/testing/database";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { type LiveEvent, streamLive } from "./live";

useDatabase();

function person(scene: Scene, userId: number) {
  return scene.caller({ kind: "session", userId, id: userId });
}

async function next(stream: AsyncGenerator<LiveEvent>): Promise<LiveEvent | null> {
  const step = await stream.next();
  return step.done ? null : step.value;
}

test("changes of the own project arrive, those of others don't", async () => {
  const [scene, foreign] = [await makeScene(), await makeScene()];
  const stop = new AbortController();
  const stream = streamLive(person(scene, 1), stop.signal);
  expect(await next(stream)).toEqual({ event: "ready", data: { project_id: scene.projectId } });
  // Repeated until heard: the first hint may leave before the LISTEN connection stands.
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

test("it ends when the request's signal aborts, as on drain", async () => {
  const scene = await makeScene();
  const stop = new AbortController();
  const stream = streamLive(person(scene, 2), stop.signal);
  await next(stream);
  const waiting = next(stream);
  stop.abort();
  expect(await waiting).toBeNull();
});

test("the eleventh stream of one person is refused, a closed one makes room", async () => {
  const scene = await makeScene();
  const stop = new AbortController();
  const streams = Array.from({ length: 10 }, () => streamLive(person(scene, 3), stop.signal));
  for (const stream of streams) await next(stream);
  expect(() => streamLive(person(scene, 3), stop.signal)).toThrow("At most 10 live streams");
  await streams[0]?.return(undefined);
  const again = streamLive(person(scene, 3), stop.signal);
  expect(await next(again)).toMatchObject({ event: "ready" });
  stop.abort();
  for (const stream of [...streams, again]) await stream.return(undefined);
});
