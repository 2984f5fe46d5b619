import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "@/e2e/support/ports";
import type { Stack } from "@/e2e/support/stack";
import { closePool } from "@/lib/store/core/pool";
import { CONTROL_ADDRESS, Network } from "./network";
import { Random } from "./random";
import { RemoteRunner } from "./remote-runner";
import { makeMonitors, openDatabase, remoteToken, startServer } from "./server";
import { SilenceWatch } from "./stored";
import { Targets } from "./targets";

export const MONITORS = 20;
/**
 * Time for the server to hear from the remote runner before the first monitor. Otherwise the built-in runner would
 * start with its region.
 */
const HEARD_MS = 5000;

/** Cleanup steps, in the order in which things were created. */
export type Undo = (() => unknown)[];

export interface Scene {
  readonly network: Network;
  readonly targets: Targets;
  readonly server: Stack;
  readonly runner: RemoteRunner;
  readonly watch: SilenceWatch;
}

/** Starts a server with its runner, a second region's runner in a namespace, targets, and monitors in both regions. */
export async function buildScene(seed: number, undo: Undo): Promise<Scene> {
  const folder = await mkdtemp(path.join(tmpdir(), "vedette-namespace-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const network = new Network(MONITORS);
  undo.push(() => network.down());
  network.up();
  const targets = new Targets(MONITORS, new Random(seed), await freePort());
  undo.push(() => targets.stop());
  await targets.start();
  const server = await startServer();
  undo.push(() => server.stop());
  const runner = new RemoteRunner(folder, network.namespace, {
    CONTROL_URL: `http://${CONTROL_ADDRESS}:${server.port}`,
    RUNNER_TOKEN: await remoteToken(server),
  });
  undo.push(() => runner.stop());
  runner.start();
  await wait(HEARD_MS);
  await makeMonitors(server, MONITORS, targets.port);
  openDatabase(server.dataDir);
  undo.push(() => closePool());
  const watch = new SilenceWatch();
  undo.push(() => watch.stop());
  return { network, targets, server, runner, watch };
}
