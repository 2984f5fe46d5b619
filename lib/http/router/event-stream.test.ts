import { expect, test } from "vitest";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { checkUnsavedMonitor } from "@/lib/services/checks/check-now";
import { db } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { MONITOR, makeScene } from "@/lib/testing/scene";
import { eventStream } from "./event-stream";

useDatabase();

const never = new AbortController().signal;

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

test("sends each event as a frame, and ends the stream with its source", async () => {
  async function* source() {
    yield { event: "phase", data: { took_us: 1 } };
    yield { event: "done", data: "line\nbreak" };
  }
  expect(await textOf(await eventStream(source, never))).toBe(
    'event: phase\ndata: {"took_us":1}\n\nevent: done\ndata: "line\\nbreak"\n\n',
  );
});

test("reports a failed source without its message", async () => {
  async function* source() {
    yield { event: "phase", data: 1 };
    throw new Error("select secret from x");
  }
  const text = await textOf(await eventStream(source, never));
  expect(text).toContain("event: error");
  expect(text).not.toContain("secret");
});

test("an error while opening is a regular error response", async () => {
  const refuse = () => {
    throw new Error("429");
  };
  await expect(eventStream(refuse, never)).rejects.toThrow("429");
});

test("a client that disconnects ends the source, and nothing is left running", async () => {
  const scene = await makeScene();
  const input = CreateMonitor.parse({ ...MONITOR, regions: ["eu-deu-fra"] });
  const stream = await eventStream((signal) => checkUnsavedMonitor(scene.caller(), input, signal), never);
  const reader = stream.getReader();
  const first = reader.read();
  const waiting = () => db().selectFrom("probe_requests").selectAll().execute();
  await expect.poll(waiting).toHaveLength(1);
  await reader.cancel();
  await first;
  await expect.poll(waiting).toEqual([]);
});
