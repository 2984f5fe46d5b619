import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ResultBatch } from "@/lib/contract/checks/check";
import { processIdentity } from "@/lib/shared/process-identity";
import { program } from "@/lib/testing/program";
import { acceptedAll } from "@/lib/testing/runners/reports";
import { type ScriptedControl, startConfiguredControl } from "@/lib/testing/runners/scripted-control";
import { runnerConfig } from "@/lib/testing/targets/check";

// Two runners with one DATA_DIR, as real processes.
let control: ScriptedControl;
let folder: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "vedette-two-"));
  control = await startConfiguredControl(runnerConfig({}), () => acceptedAll(0));
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  await control.stop();
  rmSync(folder, { recursive: true, force: true });
});

function start(): ChildProcess {
  const child = spawn(process.execPath, [program("lib/runner/main.ts")], {
    env: {
      ...process.env,
      CONTROL_URL: control.origin,
      RUNNER_TOKEN: "t",
      DATA_DIR: folder,
      ANCHORS: "off",
      ANCHOR_NAMES: "off",
    },
    // As the server starts its own: when the channel ends, the parent has ended.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  children.push(child);
  return child;
}

/** Starts a runner and waits until it has reported. */
async function working(): Promise<ChildProcess> {
  const child = start();
  const isHeard = () =>
    control.calls.some(({ body }) =>
      (body as ResultBatch | null)?.report.instance?.includes(` process ${child.pid} on `),
    );
  await expect.poll(isHeard, { interval: 20 }).toBe(true);
  return child;
}

/** Returns the output and exit code of a runner that exits by itself. */
async function refused(): Promise<{ said: string; code: number | null }> {
  const child = start();
  let said = "";
  child.stderr?.on("data", (part: Buffer) => {
    said += part.toString();
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { said, code };
}

describe("two runners with one DATA_DIR", () => {
  test("refuses to start a second one, names the process in use, and keeps the first one running", async () => {
    const first = await working();
    const { said, code } = await refused();
    expect(said).toContain(`${folder} is in use by process ${first.pid} (a runner).`);
    expect(code).toBe(1);
    expect(first.exitCode).toBe(null);
  });

  test("starts the next one immediately after kill -9, and leaves nothing after a stop", async () => {
    const killed = await working();
    killed.kill("SIGKILL");
    await once(killed, "exit");
    const next = await working();
    next.kill("SIGTERM");
    expect(await once(next, "exit")).toEqual([0, null]);
    expect(() => readFileSync(path.join(folder, "runner-holder.json"))).toThrow("ENOENT");
  });

  test("waits for a runner whose server was killed to leave", async () => {
    const orphan = await working();
    const ended = once(orphan, "exit");
    orphan.disconnect();
    await working();
    expect(await ended).toEqual([0, null]);
  });

  test("ignores a reused pid and a server in the same folder", async () => {
    const stranger = {
      pid: process.pid,
      identity: "another boot/1",
      host: hostname(),
      what: "a runner",
      url: null,
    };
    writeFileSync(path.join(folder, "runner-holder.json"), JSON.stringify(stranger));
    const server = { ...stranger, identity: processIdentity(process.pid), what: "a server" };
    writeFileSync(path.join(folder, "holder.json"), JSON.stringify(server));
    await working();
  });

  test("ignores a holder file damaged by a power cut", async () => {
    writeFileSync(path.join(folder, "runner-holder.json"), '{"pid":');
    await working();
  });
});
