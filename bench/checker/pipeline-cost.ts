import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "@/lib/shared/clock";
import { type Pipeline, type Seen, startPipeline } from "./pipeline";
import { treeCpuSeconds, usageOf } from "./processes";
import { NoiseProber } from "./statistics";

/** Longer than an interval: each monitor's first result is news, and removed ones leave the schedule at their next time. */
const SETTLE_MS = 35_000;

export interface PipelineCost {
  readonly checks: number;
  /** Microseconds of CPU per check. */
  readonly runnerUs: number;
  readonly serverUs: number;
  /** Percent of a core. */
  readonly runnerShare: number;
  readonly runnerMb: number;
  readonly lateMs: Seen["lateMs"];
  /** Checks that were missed, failed or inconclusive while measured. */
  readonly others: number;
  readonly noisy: boolean;
}

/**
 * Runs a pipeline with the first number of `monitors` every 30 s, and measures it for `seconds` once every monitor was checked. Then
 * measures it with the other numbers, which are smaller, so that the code has run for a while, as in an installation.
 */
export async function pipelineCosts(monitors: readonly number[], seconds: number): Promise<PipelineCost[]> {
  const [most = 0] = monitors;
  const pipeline = await startPipeline(most, false);
  try {
    const costs: PipelineCost[] = [];
    for (const count of monitors) {
      if (count < most) pipeline.keep(count);
      await wait(SETTLE_MS);
      costs.push(await costOf(pipeline, seconds));
    }
    return costs;
  } finally {
    await pipeline.stop();
  }
}

async function costOf(pipeline: Pipeline, seconds: number): Promise<PipelineCost> {
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
