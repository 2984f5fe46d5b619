import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import type { MonitorConfig } from "@/lib/contract/checks/check";
import { RUNNER_NODE_OPTIONS } from "@/lib/runner/config/process";
import { childEnv } from "@/lib/shared/env";
import { httpMonitor } from "./clients";
import { ControlServer } from "./control-server";
import { startBenchTarget, type Target } from "./processes";
import { bundled } from "./programs";
import { scratchFolder } from "./scratch";

export const TARGET_ADDRESSES = 16;

export interface Fleet {
  readonly control: ControlServer;
  readonly pid: number;
  stop(): void;
}

/** Starts the real runner, bundled, with `count` HTTP monitors every 30 s of targets on loopback. */
export async function startFleet(count: number): Promise<Fleet> {
  const target = await startBenchTarget({ addresses: TARGET_ADDRESSES });
  const control = new ControlServer(fleetMonitors(count, target.port));
  const child = await startRunner(await control.listen());
  await wait(3000);
  return { control, pid: child.pid ?? 0, stop: () => end(child, target, control) };
}

/** Returns `count` HTTP monitors of the addresses on which a target of `TARGET_ADDRESSES` listens. */
export function fleetMonitors(count: number, targetPort: number): MonitorConfig[] {
  return Array.from({ length: count }, (_, index) =>
    httpMonitor(`http://127.0.0.${1 + (index % TARGET_ADDRESSES)}:${targetPort}/`, index + 1),
  );
}

/** Starts the product's runner program for the control server on a port. */
export async function startRunner(controlPort: number): Promise<ChildProcess> {
  return spawn(process.execPath, [...RUNNER_NODE_OPTIONS, await bundled("lib/runner/main.ts")], {
    env: childEnv({
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      CONTROL_URL: `http://127.0.0.1:${controlPort}`,
      RUNNER_TOKEN: "bench",
      DATA_DIR: scratchFolder(),
    }),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

function end(child: ChildProcess, target: Target, control: ControlServer): void {
  child.kill("SIGKILL");
  target.stop();
  control.stop();
}
