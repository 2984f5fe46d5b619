import { setTimeout as wait } from "node:timers/promises";
import type { Bench, BenchOptions, Measure } from "../bench";
import { startPipeline } from "./pipeline";
import { treeCpuSeconds } from "./processes";
import { NoiseProber } from "./statistics";

/** 25 checks per second, like 500 monitors every 20 s; our shortest interval is 30 s. */
const MONITORS = 750;
/** Measured cost of one check in Uptime Kuma at that rate, 500 monitors × 20 s, on 2 shared cores. */
const KUMA_US = 3500;
const SETTLE_MS = 35_000;

/**
 * Measures the CPU of a check's entire path at a small installation's rate: runner, ingest, incident step and
 * PostgreSQL together.
 */
async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const pipeline = await startPipeline(MONITORS, false);
  const noise = new NoiseProber();
  try {
    await wait(quick ? 8000 : SETTLE_MS);
    const pids = [pipeline.runnerPid, pipeline.serverPid];
    const count = async () => (await pipeline.outcomes()).up ?? 0;
    const [cpuBefore, before] = [pids.map(treeCpuSeconds), await count()];
    noise.probe();
    await wait(quick ? 10_000 : 60_000);
    noise.probe();
    const [cpuAfter, after] = [pids.map(treeCpuSeconds), await count()];
    const checks = after - before;
    const [runnerUs = 0, serverUs = 0] = pids.map(
      (_, index) => (((cpuAfter[index] ?? 0) - (cpuBefore[index] ?? 0)) * 1_000_000) / Math.max(1, checks),
    );
    const value = runnerUs + serverUs;
    const note = `${checks} checks; runner ${runnerUs.toFixed(0)} µs, server and PostgreSQL ${serverUs.toFixed(0)} µs; Uptime Kuma ${KUMA_US} µs`;
    return [
      { value, unit: "µs per check", ok: checks > 0 && value <= KUMA_US / 10, noisy: noise.noisy, note },
    ];
  } finally {
    await pipeline.stop();
  }
}

export const c7: Bench = {
  id: "C7",
  title: "check, ingest, incident step and storage, CPU",
  goal: "≤ 350 µs",
  run,
};
