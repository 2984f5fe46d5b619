import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { scratchFolder } from "./scratch";

const PROGRAM = "/usr/bin/prometheus-blackbox-exporter";
const READY_TRIES = 100;

export interface Blackbox {
  readonly port: number;
  readonly pid: number;
  stop(): void;
}

/** Starts Debian's blackbox_exporter with these modules, lines of YAML. Returns null when it isn't installed. */
export async function startBlackbox(modules: string): Promise<Blackbox | null> {
  if (!existsSync(PROGRAM)) return null;
  const config = path.join(scratchFolder(), "blackbox.yml");
  writeFileSync(config, `modules:\n${modules}`);
  const port = await freePort();
  const child = spawn(PROGRAM, [
    `--config.file=${config}`,
    `--web.listen-address=127.0.0.1:${port}`,
    "--log.level=error",
  ]);
  await ready(child, port);
  return { port, pid: child.pid ?? 0, stop: () => child.kill("SIGKILL") };
}

async function ready(child: ChildProcess, port: number): Promise<void> {
  for (let turn = 0; turn < READY_TRIES && child.exitCode === null; turn += 1) {
    const answered = await new Promise((resolve) => {
      get({ host: "127.0.0.1", port, path: "/-/healthy", agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200);
      }).once("error", () => resolve(false));
    });
    if (answered) return;
    await wait(50);
  }
  throw new Error("blackbox_exporter didn't start");
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
