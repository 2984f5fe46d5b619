import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pidSpace, processIdentity } from "@/lib/shared/process-identity";
import { claimRunner, releaseRunner, SERVER_FILE } from "./server-file";
import { OUTLIVE_MS, ServerWatch } from "./server-watch";

let file: string;
let watch: ServerWatch;
let received: string[];

beforeEach(() => {
  file = path.join(mkdtempSync(path.join(tmpdir(), "vedette-watch-")), SERVER_FILE);
  received = [];
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  watch = new ServerWatch({
    file,
    onAdopted: (controlUrl) => received.push(controlUrl),
    onGone: () => received.push("gone"),
  });
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
  rmSync(path.dirname(file), { recursive: true, force: true });
});

/** Leaves the file of a server that was killed. */
async function leaveKilled(): Promise<void> {
  const child = spawn("sleep", ["60"]);
  const pid = child.pid ?? 0;
  const server = {
    pid,
    identity: processIdentity(pid),
    space: pidSpace(),
    controlUrl: "http://a",
    program: "p",
  };
  writeFileSync(file, JSON.stringify(server));
  child.kill("SIGKILL");
  await once(child, "exit");
}

it("ends the runner a minute after its server was killed, not sooner", async () => {
  await leaveKilled();
  watch.start();
  vi.advanceTimersByTime(OUTLIVE_MS - 1000);
  expect(received).toEqual([]);
  vi.advanceTimersByTime(2000);
  expect(received).toEqual(["gone"]);
  vi.advanceTimersByTime(OUTLIVE_MS);
  expect(received).toEqual(["gone"]);
});

it("continues for a server that takes over the runner within the minute, however late", async () => {
  await leaveKilled();
  watch.start();
  vi.advanceTimersByTime(OUTLIVE_MS - 2000);
  claimRunner(file, "http://b", "p");
  vi.advanceTimersByTime(10 * OUTLIVE_MS);
  expect(received).toEqual(["http://b"]);
});

it("does nothing while the first server runs, and ends immediately when it no longer needs the runner", () => {
  claimRunner(file, "http://a", "p");
  watch.start();
  vi.advanceTimersByTime(10 * OUTLIVE_MS);
  expect(received).toEqual([]);
  releaseRunner(file);
  vi.advanceTimersByTime(1000);
  expect(received).toEqual(["gone"]);
});

it("does not mistake another process with the same pid for the killed server", () => {
  const stranger = {
    pid: process.pid,
    identity: "another boot/1",
    space: "",
    controlUrl: "http://a",
    program: "p",
  };
  writeFileSync(file, JSON.stringify(stranger));
  watch.start();
  vi.advanceTimersByTime(OUTLIVE_MS + 1000);
  expect(received).toEqual(["gone"]);
});
