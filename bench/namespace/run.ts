import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { freePort } from "@/e2e/support/ports";
import { waitFor } from "@/e2e/support/wait";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { closePool } from "@/lib/store/pool";
import { unexplainedArrivals } from "./arrivals";
import { disturb } from "./disturbance";
import { generatedIn } from "./generated";
import { CONTROL_ADDRESS, Network } from "./network";
import { Random } from "./random";
import { RemoteRunner } from "./remote-runner";
import { print } from "./report";
import { LOCAL_REGION, makeMonitors, openDatabase, REMOTE_REGION, remoteToken, startServer } from "./server";
import {
  contradictoryIncidents,
  SilenceWatch,
  storedMonitors,
  storedResults,
  storedTransitions,
} from "./stored";
import { Targets } from "./targets";
import { compareResults, compareSilence, compareTransitions } from "./verdict";

const MONITORS = 20;
const SETTLE_MS = 5000;
const DRAIN_MS = 60_000;
/** The local runner works on while we read: what it made last may still be on its way. */
const ON_THE_WAY_MS = 8000;

function choice(): { minutes: number; seed: number } {
  const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
  const [minutes, seed] = [Number(values.minutes ?? 5), Number(values.seed ?? now().getTime() % 1_000_000)];
  // The recovery of a flapping monitor ends by the clock ten minutes later: not a matter of results any more.
  if (!(minutes > 0 && minutes <= 9) || !Number.isInteger(seed))
    throw new Error("npx tsx bench/namespace/run.ts [--minutes 5, at most 9] [--seed <whole number>]");
  return { minutes, seed };
}

async function main(): Promise<boolean> {
  const { minutes, seed } = choice();
  if (process.getuid?.() !== 0)
    throw new Error("A network namespace needs root (and iproute2), on Linux. Run this as root.");
  process.stdout.write(`seed ${seed}, ${minutes} minutes, ${MONITORS} monitors in 2 regions\n`);
  const folder = await mkdtemp(path.join(tmpdir(), "vedette-namespace-"));
  const network = new Network(MONITORS);
  const targets = new Targets(MONITORS, new Random(seed), await freePort());
  const undo: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    undo.push(() => network.down());
    network.up();
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
    await wait(SETTLE_MS);
    await makeMonitors(server, MONITORS, targets.port);
    openDatabase(server.dataDir);
    undo.push(() => closePool());
    const watch = new SilenceWatch();
    undo.push(() => watch.stop());
    await wait(SETTLE_MS);
    targets.disturb();
    const disturbed = await disturb(
      new Random(seed + 1),
      network,
      runner,
      now().getTime() + minutes * 60_000,
    );
    const drainMs = now().getTime();
    await waitFor("the spool to drain", () => runner.spooled() === 0, DRAIN_MS);
    await runner.stop();
    const drainedMs = now().getTime() - drainMs;
    watch.stop();
    const upTo = now().getTime();
    await wait(ON_THE_WAY_MS);
    const results = await storedResults();
    const transitions = await storedTransitions();
    const monitors = await storedMonitors();
    const made = {
      remote: generatedIn(readFileSync(runner.logFile, "utf8")),
      local: generatedIn(server.output()),
    };
    const all = [...made.remote, ...made.local];
    const settled = (result: { startedAt: string }) => Date.parse(result.startedAt) < upTo;
    const of = <T extends { region: string; startedAt: string }>(region: string, from: readonly T[]) =>
      from.filter((result) => result.region === region && settled(result));
    const remote = of(REMOTE_REGION, results);
    const silences = [...watch.seen.values()];
    return print({
      disturbed,
      kills: runner.killsMs.length,
      drainedMs,
      outages: targets.outages,
      madeRemotely: made.remote.length,
      remote: compareResults(of(REMOTE_REGION, all), remote),
      local: compareResults(of(LOCAL_REGION, all), of(LOCAL_REGION, results)),
      outcomes: remote.map(({ outcome, error }) => error?.code ?? outcome),
      arrivals: unexplainedArrivals(
        targets.arrivals.filter(({ from }) => from === "remote"),
        made.remote,
        monitors.map(({ id }) => id),
        runner.killsMs,
      ),
      transitions: compareTransitions(monitors, results, silences, transitions),
      contradictory: await contradictoryIncidents(),
      silences: silences.length,
      silence: compareSilence(monitors, results, silences),
      dropped:
        server.output().match(/implausible time was dropped|database refuses were dropped/g)?.length ?? 0,
    });
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

main().then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    log.error("the run failed", { error });
    process.exit(1);
  },
);
