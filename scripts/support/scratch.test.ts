import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const MODULE = new URL("./scratch.mjs", import.meta.url).href;
const { folderInMemory, hasRoom, newFolder, removeLeftovers } = await import(MODULE);

const GIB = 1024 ** 3;
const memory = (gib: number) => `MemFree: 100 kB\nMemAvailable:   ${gib * 1024 ** 2} kB\n`;
const MOUNTS = "/dev/vda / ext4 rw 0 0\ntmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0\n";

test("keeps temporary files in memory where there is enough of it", () => {
  expect(hasRoom(12 * GIB, memory(20), MOUNTS)).toBe(true);
  expect(hasRoom(12 * GIB, memory(7), MOUNTS)).toBe(false);
  expect(hasRoom(12 * GIB, "", MOUNTS)).toBe(false);
});

test("keeps them on the disk where memory holds little or no programs, as in a container", () => {
  expect(hasRoom(64 * 1024 ** 2, memory(20), MOUNTS)).toBe(false);
  expect(hasRoom(12 * GIB, memory(20), `${MOUNTS}shm /dev/shm tmpfs rw,noexec 0 0\n`)).toBe(false);
  expect(hasRoom(12 * GIB, memory(20), "/dev/vda / ext4 rw 0 0\n")).toBe(false);
});

test("lets every account through the folder", () => {
  const folder: string | null = folderInMemory();
  // A machine without enough memory has no such folder.
  if (folder === null) return;
  expect(existsSync(folder)).toBe(true);
  expect(statSync(folder).mode & 0o7777).toBe(0o1777);
});

// Only Linux has such folders.
describe.runIf(process.platform === "linux")("a killed run's folder", () => {
  let parent = "";
  const children: ChildProcess[] = [];
  beforeEach(() => {
    parent = mkdtempSync(path.join(tmpdir(), "vedette-runs-"));
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
    rmSync(parent, { recursive: true, force: true });
  });

  async function start(script: string, env: NodeJS.ProcessEnv = process.env) {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], { env });
    children.push(child);
    const [line] = await once(child.stdout, "data");
    return { child, line: String(line).trim() };
  }

  /** Starts a process that makes a folder in `parent`, as a run of the tests does. */
  const startRun = () =>
    start(`const { newFolder } = await import(${JSON.stringify(MODULE)});
      console.log(newFolder(${JSON.stringify(parent)}));
      setInterval(() => {}, 60_000);`);

  async function kill(child: ChildProcess) {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  test("the next start removes a dead run's folder, and keeps a running one's", async () => {
    const [killed, running] = [await startRun(), await startRun()];
    await kill(killed.child);
    removeLeftovers(parent);
    expect([existsSync(killed.line), existsSync(running.line)]).toEqual([false, true]);
  });

  test("stays while a program that the run started still uses it", async () => {
    const killed = await startRun();
    const program = await start("console.log(1); setInterval(() => {}, 60_000);", {
      ...process.env,
      TMPDIR: killed.line,
    });
    await kill(killed.child);
    removeLeftovers(parent);
    expect(existsSync(killed.line)).toBe(true);
    await kill(program.child);
    removeLeftovers(parent);
    expect(existsSync(killed.line)).toBe(false);
  });

  test("of another container or without an owner stays; one whose PID now belongs to another process goes", () => {
    const own = newFolder(parent);
    const file = path.join(own, "owner.json");
    const nameless = mkdtempSync(path.join(parent, "vedette-tests-"));
    const owner = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...owner, space: "pid:[1]", started: "1" }));
    removeLeftovers(parent);
    expect([existsSync(own), existsSync(nameless)]).toEqual([true, true]);
    writeFileSync(file, JSON.stringify({ ...owner, started: "1" }));
    removeLeftovers(parent);
    expect(existsSync(own)).toBe(false);
  });
});
