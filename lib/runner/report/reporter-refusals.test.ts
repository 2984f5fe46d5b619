import { readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { ResultBatch } from "@/lib/contract/checks/check";
import { delivered, useReporter } from "@/lib/testing/runners/reporter";
import { acceptedAll } from "@/lib/testing/runners/reports";
import { startScriptedControl } from "@/lib/testing/runners/scripted-control";

const scene = useReporter();
const { numbered, reporter } = scene;

it("drops a result that a server of another version refuses, and delivers the others in order", async () => {
  const taken: number[] = [];
  scene.server = await startScriptedControl(({ body }) => {
    const monitors = (body as ResultBatch).results.map(({ monitor }) => monitor);
    if (monitors.includes(7) || monitors.includes(99))
      return { status: 422, body: { message: "unknown error code" } };
    taken.push(...monitors);
    return acceptedAll(monitors.length);
  });
  const all = Array.from({ length: 200 }, (_, index) => index + 1);
  const newer = reporter(scene.server.origin);
  for (const monitor of all) newer.add(numbered(monitor));
  await newer.finish();
  expect(taken).toEqual(all.filter((monitor) => monitor !== 7 && monitor !== 99));
  expect(readdirSync(scene.folder)).toHaveLength(0);
});

it("sends smaller pieces through a proxy with a lower limit, without loss and in order", async () => {
  scene.server = await startScriptedControl(({ body }) =>
    JSON.stringify(body).length > 64 * 1024
      ? { status: 413, body: "Request Entity Too Large" }
      : acceptedAll(1),
  );
  const all = reporter(scene.server.origin);
  for (let id = 1; id <= 500; id += 1) all.add(numbered(id));
  await all.finish();
  const taken = scene.server.calls
    .filter(({ body }) => JSON.stringify(body).length <= 64 * 1024)
    .flatMap(({ body }) => (body as ResultBatch).results.map(({ monitor }) => monitor));
  expect(taken).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
});

it("loses no result to a proxy with a very low limit, and learns the limit", async () => {
  const mostBytes = 8 * 1024;
  scene.server = await startScriptedControl(({ body }) =>
    JSON.stringify(body).length > mostBytes
      ? { status: 413, body: "Request Entity Too Large" }
      : acceptedAll(1),
  );
  const all = reporter(scene.server.origin);
  for (let id = 1; id <= 1000; id += 1) all.add(numbered(id));
  await all.finish();
  const [refused, taken] = [true, false].map((isTooLarge) =>
    scene.server?.calls.filter(({ body }) => JSON.stringify(body).length > mostBytes === isTooLarge),
  );
  expect(taken?.flatMap(({ body }) => (body as ResultBatch).results.map(({ monitor }) => monitor))).toEqual(
    Array.from({ length: 1000 }, (_, index) => index + 1),
  );
  expect(refused?.length).toBeLessThan(10);
});

it("skips invalid lines in the spool", async () => {
  const name = (number: number) => `00160000000000${number}-00000000${number}.jsonl`;
  const torn = ["null,", "42,", '"text",', "true,", "{},", '{"monitor":1},', "\0\0\0"];
  for (const [index, line] of torn.entries())
    writeFileSync(
      path.join(scene.folder, name(index + 1)),
      `${line}\n${JSON.stringify(numbered(index + 1))},\n`,
    );
  scene.server = await startScriptedControl(({ body }) =>
    (body as ResultBatch).results.every((result) => result?.outcome !== undefined)
      ? acceptedAll(1)
      : { status: 422, body: { message: "results.0: required" } },
  );
  expect(await reporter(scene.server.origin).finish()).toBe(true);
  const taken = scene.server.calls
    .map(({ body }) => (body as ResultBatch).results)
    .filter((results) => results.every((result) => result?.outcome !== undefined))
    .flatMap((results) => results.map(({ monitor }) => monitor));
  expect(taken).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

it("creates a folder again that was removed while running", async () => {
  scene.server = await startScriptedControl(() => ({ status: 503, body: {} }));
  rmSync(scene.folder, { recursive: true });
  const own = reporter(scene.server.origin);
  rmSync(scene.folder, { recursive: true });
  own.add(numbered(1));
  expect(readdirSync(scene.folder)).toHaveLength(1);
  await own.finish();
});

it("keeps results that another program at the server's address refuses", async () => {
  let away = true;
  scene.server = await startScriptedControl(() =>
    away ? { status: 400, body: "<html>400 Bad Request</html>" } : acceptedAll(1),
  );
  const all = reporter(scene.server.origin);
  all.add(numbered(1));
  await all.finish();
  expect(readdirSync(scene.folder)).toHaveLength(1);
  away = false;
  scene.server.calls.length = 0;
  await all.finish();
  expect(delivered(scene.server)).toEqual([1]);
});

it("does not send each result of a batch separately to a server that accepts none", async () => {
  scene.server = await startScriptedControl(() => ({ status: 422, body: { message: "no" } }));
  const newer = reporter(scene.server.origin);
  for (let monitor = 1; monitor <= 500; monitor += 1) newer.add(numbered(monitor));
  await newer.finish();
  expect(scene.server.calls.length).toBeLessThanOrEqual(70);
  expect(readdirSync(scene.folder)).toHaveLength(0);
});
