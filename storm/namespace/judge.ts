import { readFileSync } from "node:fs";
import { now } from "@/lib/shared/clock";
import { unexplainedArrivals } from "./arrivals";
import { generatedIn } from "./generated";
import { compareIncidents } from "./incidents";
import type { Figures } from "./report";
import type { Scene } from "./scene";
import { LOCAL_REGION, REMOTE_REGION } from "./server";
import {
  contradictoryIncidents,
  correctionCount,
  storedMonitors,
  storedResults,
  storedStories,
} from "./stored";
import { compareResults, compareSilence } from "./verdict";

const VISIBLE_MS = 1000;
const DROPPED = /dropped a result with an implausible time|results that the database rejected/g;

/** Compares what the runners created until `upToMs` with the database, and its incidents with the rules. */
export async function judge(
  { targets, server, runner, watch }: Scene,
  upToMs: number,
): Promise<Omit<Figures, "disturbed" | "drainedMs">> {
  // The built-in runner continues, so both are read as of one moment, far enough back that everything is visible.
  const untilMs = now().getTime() - VISIBLE_MS;
  const results = await storedResults(untilMs);
  const monitors = await storedMonitors();
  const silences = [...watch.seen.values()];
  const madeRemotely = generatedIn(readFileSync(runner.logFile, "utf8"));
  const made = [...madeRemotely, ...generatedIn(server.output())];
  const of = <T extends { region: string; startedAt: string }>(region: string, from: readonly T[]) =>
    from.filter((result) => result.region === region && Date.parse(result.startedAt) < upToMs);
  const remote = of(REMOTE_REGION, results);
  const ids = monitors.map(({ id }) => id);
  const arrivals = targets.arrivals.filter(({ from }) => from === "remote");
  return {
    kills: runner.killsMs.length,
    outages: targets.outages,
    madeRemotely: madeRemotely.length,
    remote: compareResults(of(REMOTE_REGION, made), remote),
    local: compareResults(of(LOCAL_REGION, made), of(LOCAL_REGION, results)),
    outcomes: remote.map(({ outcome, error }) => error?.code ?? outcome),
    arrivals: unexplainedArrivals(arrivals, madeRemotely, ids, runner.killsMs),
    incidents: compareIncidents(await storedStories()),
    corrections: await correctionCount(),
    contradictory: await contradictoryIncidents(),
    silences: silences.length,
    silence: compareSilence(monitors, results, silences),
    dropped: server.output().match(DROPPED)?.length ?? 0,
  };
}
