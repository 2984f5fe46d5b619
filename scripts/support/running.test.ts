import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

const { runningFrom } = await import(new URL("./running.mjs", import.meta.url).href);

/** Starts a script of a checkout that runs until it is killed, and resolves when it runs. */
async function startIn(folder: string, script: string) {
  mkdirSync(path.join(folder, "scripts"), { recursive: true });
  writeFileSync(path.join(folder, script), 'process.stdout.write("up"); setInterval(() => {}, 1000);');
  const child = spawn(process.execPath, [script], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  await once(child.stdout, "data");
  const stop = async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return { pid: child.pid, stop };
}

const newFolder = () => realpathSync(mkdtempSync(path.join(tmpdir(), "vedette-running-")));

test.runIf(process.platform === "linux")(
  "sees a server that runs from this checkout until it ends",
  async () => {
    const [folder, other] = [newFolder(), newFolder()];
    expect(runningFrom(folder)).toBe(null);
    const server = await startIn(folder, "scripts/start.mjs");
    expect(runningFrom(folder)).toBe(server.pid);
    expect(runningFrom(other)).toBe(null);
    await server.stop();
    expect(runningFrom(folder)).toBe(null);
  },
);

test.runIf(process.platform === "linux")("other programs of a checkout may run beside a start", async () => {
  const folder = newFolder();
  const cli = await startIn(folder, "scripts/cli.mjs");
  expect(runningFrom(folder)).toBe(null);
  await cli.stop();
});
