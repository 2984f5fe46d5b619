import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "@/lib/shared/clock";
import { type Pipeline, type Seen, startPipeline } from "./pipeline";
import { treeCpuSeconds, usageOf } from "./processes";
import { NoiseProber } from "./statistics";

const INTERVAL_S = 30;
/** Longer than an interval, because each monitor's first result is news. */
const SETTLE_S = 35;
/** By then, the code that every check runs through is compiled. An installation runs for weeks. */
const SETTLED_CHECKS = 3000;

export interface PipelineCost {
  readonly checks: number;
  /** Microseconds of CPU per check. */
  readonly runnerUs: number;
  readonly serverUs: number;
  /** Percent of a core. */
  readonly runnerShare: number;
  readonly runnerMb: number;
  readonly lateMs: Seen["lateMs"];
  /** Checks that were missed, failed, or inconclusive while measured. */
  readonly others: number;
  readonly noisy: boolean;
}

/** A pipeline that runs and warms up until its cost is asked for. */
export interface SettlingPipeline {
  /** Measures for `seconds` once every monitor was checked, and stops. */
  cost(seconds: number): Promise<PipelineCost>;
  stop(): Promise<void>;
}

/** Starts a pipeline with `monitors` monitors every 30 s. */
export async function settlingPipeline(monitors: number): Promise<SettlingPipeline> {
  const pipeline = await startPipeline(monitors);
  const settledMs = monotonicMs() + Math.max(SETTLE_S, (SETTLED_CHECKS * INTERVAL_S) / monitors) * 1000;
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= pipeline.stop();
    return stopped;
  };
  const cost = async (seconds: number) => {
    await wait(Math.max(0, settledMs - monotonicMs()));
    return measured(pipeline, seconds);
  };
  return { cost: (seconds) => cost(seconds).finally(stop), stop };
}

async function measured(pipeline: Pipeline, seconds: number): Promise<PipelineCost> {
  const noise = new NoiseProber();
  const look = async () => ({
    ...(await pipeline.seen()),
    atMs: monotonicMs(),
    cpu: [pipeline.runnerPid, pipeline.serverPid].map(treeCpuSeconds),
  });
  pipeline.countLateness();
  const before = await look();
  noise.probe();
  await wait(seconds * 1000);
  noise.probe();
  const after = await look();
  const used = after.cpu.map((cpu, index) => cpu - (before.cpu[index] ?? 0));
  const [runnerS = 0, serverS = 0] = used;
  const checks = (after.outcomes.up ?? 0) - (before.outcomes.up ?? 0);
  const us = (cpuSeconds: number) => (cpuSeconds * 1_000_000) / Math.max(1, checks);
  return {
    checks,
    runnerUs: us(runnerS),
    serverUs: us(serverS),
    runnerShare: (runnerS * 100_000) / (after.atMs - before.atMs),
    runnerMb: usageOf(pipeline.runnerPid).rssMb,
    lateMs: after.lateMs,
    others: othersIn(after) - othersIn(before),
    noisy: noise.noisy,
  };
}

function othersIn({ outcomes }: Seen): number {
  return Object.entries(outcomes).reduce((sum, [name, count]) => sum + (name === "up" ? 0 : (count ?? 0)), 0);
}
