import { hostname } from "node:os";
import { watchOwnHealth } from "@/lib/alerting/health/own-health";
import { signalIntake } from "@/lib/engine/heartbeats/intake";
import { relieveDisk } from "@/lib/engine/retention/retention";
import { learnTokens } from "@/lib/http/signals/resolve";
import { startWorker } from "@/lib/jobs/worker";
import { parseRanges } from "@/lib/shared/address-ranges";
import { monotonicMs } from "@/lib/shared/clock";
import { appUrl, drainSeconds, env, isEmbedded, programFile } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { setShuttingDown } from "@/lib/shared/shutting-down";
import { closePool } from "@/lib/store/core/pool";
import { watchNodes } from "@/lib/store/core/sharding/node-watch";
import { keepDatabaseTime } from "./server/database/clock";
import { settleDataDir } from "./server/database/data-dir";
import { watchDisk } from "./server/database/disk-watch";
import { openDatabase, prepareDatabase } from "./server/database/open-database";
import { watchDatabase } from "./server/database/watch";
import { dispatchApi } from "./server/front-door/api-dispatch";
import { Connections } from "./server/front-door/connections";
import { type FrontDoorParts, frontDoor } from "./server/front-door/front-door";
import { type HostRules, hostName } from "./server/front-door/hosts";
import { startNext } from "./server/front-door/next-app";
import { openReloadSockets } from "./server/front-door/reload-sockets";
import { publicPages } from "./server/pages/public-pages";
import { listen, requireFreePort } from "./server/start/listen";
import { warnOfLittleMemory } from "./server/start/memory";
import { ownRegion } from "./server/start/own-region";
import { publishAddress } from "./server/start/published-address";
import { startRunnerChild } from "./server/start/runner-child";
import { ensureAppSecret } from "./server/start/secrets";
import { addressAt, printReady } from "./server/start/welcome";

/** Shutdown steps, run in reverse order. */
const stops: Array<() => Promise<unknown>> = [];

function hostRules(): HostRules {
  const own = env().APP_URL ? hostName(new URL(appUrl()).host) : null;
  const parent = env().STATUS_PAGES_HOST ? hostName(env().STATUS_PAGES_HOST) : null;
  const machine = hostname().toLowerCase();
  return { appHost: own, statusPagesHost: parent, machineNames: [machine, `${machine}.local`] };
}

async function start(): Promise<void> {
  const began = monotonicMs();
  const { PORT, HOST, ROLES, RUNNER, NODE_ENV } = env();
  const development = NODE_ENV === "development";
  const region = ownRegion();
  const web = ROLES.includes("web");
  warnOfLittleMemory();
  await requireFreePort(PORT, HOST);
  // Next.js needs the longest, so it prepares while the database starts. A failure is thrown where it is awaited.
  const nextApp = web ? startNext({ development, dir: programFile("."), port: PORT }) : null;
  nextApp?.catch(() => undefined);
  await ensureAppSecret();
  let isOpen = false;
  if (isEmbedded()) await watchOwnDisk(() => isOpen);
  const database = await openDatabase();
  stops.push(() => database.stop(), closePool);
  const clock = await keepDatabaseTime();
  stops.push(clock.stop);
  const { ownerLink } = await prepareDatabase();
  isOpen = true;
  stops.push(async () => {
    isOpen = false;
  });
  stops.push(watchOwnHealth().stop, watchNodes().stop);
  const watch = watchDatabase();
  const streams = new AbortController();
  const pages = await startPages();
  stops.push(async () => watch.stop());
  if (ROLES.includes("jobs")) {
    const worker = await startWorker(() => void stop(1));
    stops.push(() => worker.stop());
  }
  const parts: FrontDoorParts = {
    rules: hostRules(),
    appUrl: appUrl(),
    trustedProxies: parseRanges(env().TRUSTED_PROXIES),
    development,
    draining: streams.signal,
    api: dispatchApi,
    pages,
    database: watch,
    nextApp: () => nextApp ?? Promise.reject(new Error("This process doesn't have the web role.")),
  };
  const connections = new Connections(frontDoor(parts));
  if (development) openReloadSockets(connections.server, parts.nextApp);
  const app = await nextApp;
  if (app) stops.push(() => app.close());
  const port = await listen(connections.server, PORT, HOST);
  leave = () => connections.leave(drainSeconds() * 1000, forceStop.signal);
  stops.push(() => stopServing(connections, streams));
  if (RUNNER === "local" && web) {
    const runner = await startRunnerChild(port, region);
    stops.push(() => runner.stop());
  }
  stops.push(publishAddress(addressAt(port)).stop);
  printReady({ port, ownerLink, tookMs: monotonicMs() - began });
}

/** Starts what answers without Next.js: public pages, and signals of heartbeat monitors. */
async function startPages(): Promise<FrontDoorParts["pages"]> {
  if (env().ROLES.includes("web")) await receiveSignals();
  const pages = await publicPages();
  stops.push(pages.stop);
  return pages;
}

/** Starts to receive the signals of heartbeat monitors, and stores those that an earlier process left on disk. */
async function receiveSignals(): Promise<void> {
  await learnTokens();
  const intake = signalIntake();
  intake.start();
  stops.push(() => intake.stop());
}

/** Starts monitoring the disk before PostgreSQL, which on a full disk only starts in the space that the reserves free. */
async function watchOwnDisk(isOpen: () => boolean): Promise<void> {
  const disk = watchDisk({ dataDir: settleDataDir(), relieve: relieveDisk, isOpen });
  stops.push(disk.stop);
  await disk.look();
}

async function stopServing(connections: Connections, streams: AbortController): Promise<void> {
  const cut = await connections.drain(streams);
  if (cut > 0) log.warn("closed requests that exceeded the shutdown limit", { cut });
}

let stopping: Promise<void> | undefined;

/** Waits until load balancers send nothing more; known before the first request, which may come before the rest has started. */
let leave = async (): Promise<void> => undefined;

/** Aborts on the second signal, to skip waiting for load balancers. */
const forceStop = new AbortController();

/** Runs every shutdown step, newest first: accepting, runner, HTTP server, Next.js, worker, pages, pool, database. */
function stop(code: number): Promise<void> {
  setShuttingDown();
  stopping ??= (async () => {
    const complain = (error: unknown) => log.error("a component did not stop cleanly", { error });
    await leave().catch(complain);
    for (const step of stops.reverse()) await step().catch(complain);
    process.exit(code);
  })();
  return stopping;
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    if (stopping) return forceStop.abort();
    log.info("stopping", { signal, drainSeconds: drainSeconds() });
    void stop(0);
  });
}

start().catch(async (error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  await stop(1);
});
