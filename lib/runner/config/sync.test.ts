import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import type { RunnerConfig } from "@/lib/contract/checks/check";
import { type ScriptedControl, startScriptedControl } from "@/lib/testing/runners/scripted-control";
import { monitorConfig, runnerConfig } from "@/lib/testing/targets/check";
import { Control } from "./control";
import { ConfigSync } from "./sync";

const folder = mkdtempSync(path.join(tmpdir(), "vedette-sync-"));
let server: ScriptedControl | undefined;
let stopping = new AbortController();

afterEach(async () => {
  stopping.abort();
  stopping = new AbortController();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const config = (change: Partial<RunnerConfig>) => runnerConfig({ version: 0, snapshot: false, ...change });
const one = monitorConfig({ url: "http://127.0.0.1/" });

/** Follows until the sink ends the scene, and returns what it received in order. */
async function follow(
  answers: RunnerConfig[],
): Promise<{ received: [string, number[]][]; queries: string[] }> {
  let at = 0;
  server = await startScriptedControl(() => {
    const body = answers[Math.min(at, answers.length - 1)];
    at += 1;
    if (at > answers.length) stopping.abort();
    return { status: 200, body };
  });
  const received: [string, number[]][] = [];
  const note = (kind: string) => (given: RunnerConfig) =>
    void received.push([kind, given.monitors.map(({ id }) => id)]);
  const sync = new ConfigSync(new Control(server.origin, "token"), path.join(folder, "config.json"), {
    replace: note("replace"),
    change: note("change"),
    forget: () => void received.push(["forget", []]),
  });
  await sync.follow(stopping.signal);
  return { received, queries: server.calls.map(({ url }) => `${url.searchParams.get("since")}`) };
}

it("asks from 0 again until the first monitor exists, waiting for it at the server", async () => {
  const { received, queries } = await follow([
    config({ snapshot: true }),
    config({ snapshot: true, version: 1, monitors: [one] }),
  ]);
  expect(queries.slice(0, 2)).toEqual(["0", "0"]);
  expect(server?.calls.slice(0, 2).map(({ url }) => url.searchParams.get("wait"))).toEqual(["0", "25"]);
  expect(received.slice(0, 2)).toEqual([
    ["replace", []],
    ["replace", [1]],
  ]);
});

it("asks for changes after a snapshot, and ignores an empty response", async () => {
  const { received, queries } = await follow([
    config({ snapshot: true, version: 7, monitors: [one] }),
    config({ version: 7 }),
    config({ version: 9, monitors: [{ ...one, id: 2 }] }),
  ]);
  expect(queries.slice(0, 4)).toEqual(["0", "7", "7", "9"]);
  expect(received.slice(0, 2)).toEqual([
    ["replace", [1]],
    ["change", [2]],
  ]);
});

it("takes a snapshot in parts as a whole, and starts over when its share changes in between", async () => {
  const part = (id: number, more: Partial<RunnerConfig>) =>
    config({ snapshot: true, version: 7, monitors: [{ ...one, id }], ...more });
  const { received, queries } = await follow([
    part(1, { next: 1 }),
    part(2, { epoch: "another share" }),
    part(3, { next: 3 }),
    part(4, { next: 4, version: 8 }),
    part(5, { version: 9 }),
    config({ version: 9 }),
  ]);
  expect(received).toEqual([["replace", [3, 4, 5]]]);
  expect(queries.slice(0, 6)).toEqual(["0", "0", "0", "0", "0", "7"]);
});

it("stops all checks and deletes everything from disk after repeated token refusals, and starts over once accepted", async () => {
  const stopping = new AbortController();
  const own = mkdtempSync(path.join(tmpdir(), "vedette-sync-revoked-"));
  const file = path.join(own, "config.json");
  const received: string[] = [];
  const queries: (string | null)[] = [];
  server = await startScriptedControl(({ url }) => {
    queries.push(url.searchParams.get("since"));
    if (queries.length > 5) stopping.abort();
    if (queries.length === 1 || queries.length === 5)
      return { status: 200, body: config({ snapshot: true, version: 7, monitors: [one] }) };
    return { status: 401, body: { message: "Unauthenticated." } };
  });
  const sync = new ConfigSync(new Control(server.origin, "token"), file, {
    replace: () => void received.push("replace"),
    change: () => void received.push("change"),
    forget: () => void received.push("forget"),
  });
  expect(await sync.keep(config({ monitors: [one] }))).toBe(true);
  await sync.follow(stopping.signal);
  expect(received.slice(0, 3)).toEqual(["replace", "forget", "replace"]);
  expect(queries.slice(0, 5)).toEqual(["0", "7", "7", "7", "0"]);
  expect(existsSync(file)).toBe(false);
  rmSync(own, { recursive: true });
});

it("keeps running when the disk refuses writes, and saves again later", async () => {
  server = await startScriptedControl(() => ({ status: 200, body: config({}) }));
  let restored: RunnerConfig | null = null;
  const nothing = {
    replace: (given: RunnerConfig) => {
      restored = given;
    },
    change: () => undefined,
    forget: () => undefined,
  };
  const own = mkdtempSync(path.join(tmpdir(), "vedette-sync-full-"));
  const inside = path.join(own, "gone");
  const sync = new ConfigSync(new Control(server.origin, "t"), path.join(inside, "config.json"), nothing);
  expect(await sync.keep(config({ monitors: [one] }))).toBe(false);
  mkdirSync(inside);
  const many = Array.from({ length: 1201 }, (_, index) => ({ ...one, id: index + 1 }));
  expect(await sync.keep(config({ monitors: many }))).toBe(true);
  expect(sync.restore()).toBe(true);
  expect(restored).toEqual(config({ monitors: many }));
  rmSync(own, { recursive: true });
});

it("restores every intact monitor of a configuration damaged anywhere by a power cut", async () => {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "config.json");
  const replaced: RunnerConfig[] = [];
  const sink = {
    replace: (given: RunnerConfig) => void replaced.push(given),
    change: () => {},
    forget: () => {},
  };
  const sync = new ConfigSync(new Control("http://127.0.0.1:1", "token"), file, sink);
  const monitors = [1, 2, 3].map((id) => ({ ...one, id }));
  await sync.keep(config({ version: 7, monitors }));
  const whole = readFileSync(file, "utf8");
  const head = whole.indexOf("\n");
  for (let end = whole.length % 11; end <= whole.length; end += 11) {
    writeFileSync(file, whole.slice(0, end));
    replaced.length = 0;
    expect(sync.restore()).toBe(end >= head);
    const ids = replaced.flatMap((each) => each.monitors.map(({ id }) => id));
    const expected = monitors.filter(
      (each) => whole.indexOf(JSON.stringify(each)) + JSON.stringify(each).length <= end,
    );
    expect(ids).toEqual(expected.map(({ id }) => id));
  }
});

it("keeps the secrets of monitors encrypted, and restores them only with the same token", async () => {
  const own = mkdtempSync(path.join(tmpdir(), "vedette-sync-secrets-"));
  const file = path.join(own, "config.json");
  const headers = [{ name: "Authorization", value: "Bearer hush-1" }];
  const secret = monitorConfig({
    url: "http://127.0.0.1/",
    headers,
    body: "hush-2",
    user_agent_secret: "hush-3",
    method: "POST",
  });
  const restored: RunnerConfig[] = [];
  const sink = {
    replace: (given: RunnerConfig) => void restored.push(given),
    change: () => {},
    forget: () => {},
  };
  const syncOf = (token: string) => new ConfigSync(new Control("http://127.0.0.1:1", token), file, sink);
  const whole = config({
    monitors: [
      { ...secret, id: 1 },
      { ...one, id: 2 },
    ],
  });
  expect(await syncOf("token").keep(whole)).toBe(true);
  expect(readFileSync(file, "utf8")).not.toMatch(/hush|Authorization/);
  expect(syncOf("token").restore()).toBe(true);
  expect(syncOf("another token").restore()).toBe(true);
  expect(restored[0]).toEqual(whole);
  expect(restored[1]?.monitors.map(({ id }) => id)).toEqual([2]);
  rmSync(own, { recursive: true });
});
