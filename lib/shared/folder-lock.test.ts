import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FolderLock, lockFolder } from "./folder-lock";
import { pidSpace, processIdentity } from "./process-identity";

let folder: string;
let file: string;
const locks: FolderLock[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  folder = mkdtempSync(path.join(tmpdir(), "vedette-lock-"));
  file = path.join(folder, "holder.json");
});

afterEach(() => {
  for (const lock of locks.splice(0)) lock.release();
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

async function take(onLost?: () => void): Promise<FolderLock> {
  const lock = await lockFolder(folder, { what: "a runner", onLost });
  locks.push(lock);
  return lock;
}

const other = (change: object) => ({
  pid: 2,
  identity: processIdentity(process.pid),
  host: hostname(),
  space: pidSpace(),
  what: "a runner",
  url: null,
  ...change,
});
const leave = (change: object) => writeFileSync(file, JSON.stringify(other(change)));
const holder = () => JSON.parse(readFileSync(file, "utf8")) as { pid: number };

describe("an owner whose PID can't be inspected", () => {
  const ELSEWHERE: [string, object][] = [
    ["on another host", { host: "beta", identity: "its boot/1" }],
    ["in another container of this hostname", { space: "pid:[1]" }],
  ];

  test.each(ELSEWHERE)(
    "%s keeps the folder while it touches its file, regardless of its clock",
    async (_where, change) => {
      leave(change);
      const anHourAgo = Date.now() / 1000 - 3600;
      setTimeout(() => utimesSync(file, anHourAgo, anHourAgo), 700);
      await expect(take()).rejects.toThrow(/in use by process 2 (on beta|in another container) \(a runner\)/);
    },
  );

  test("on another host counts as gone after 15 s without touching its file, even if its clock is ahead", async () => {
    leave({ host: "beta", identity: "its boot/1" });
    utimesSync(file, Date.now() / 1000 + 3600, Date.now() / 1000 + 3600);
    await take();
    expect(holder().pid).toBe(process.pid);
  });

  test("in a container on this machine counts as gone immediately when its file is old", async () => {
    leave({ host: "beta", space: "pid:[1]" });
    utimesSync(file, Date.now() / 1000 - 16, Date.now() / 1000 - 16);
    await take();
    expect(holder().pid).toBe(process.pid);
  });

  test("from before this host's reboot counts as gone immediately", async () => {
    leave({ identity: "another boot/1", space: "pid:[1]" });
    await take();
    expect(holder().pid).toBe(process.pid);
  });
});

test("gives the folder of a killed process to exactly one of several concurrent starts", async () => {
  leave({ identity: "another boot/1" });
  const taken = await Promise.allSettled(Array.from({ length: 8 }, () => take()));
  expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(readdirSync(folder)).toEqual(["holder.json"]);
});

test("notifies a frozen owner once that another process took its folder, and keeps the new owner's file", async () => {
  const lost: string[] = [];
  const lock = await take(() => lost.push("lost"));
  leave({ host: "beta" });
  vi.advanceTimersByTime(11_000);
  expect(lost).toEqual(["lost"]);
  lock.release();
  expect(holder().pid).toBe(2);
});

test("recreates a deleted owner file", async () => {
  await take();
  rmSync(folder, { recursive: true });
  vi.advanceTimersByTime(5000);
  expect(holder().pid).toBe(process.pid);
});
