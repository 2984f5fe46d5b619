import { setTimeout as wait } from "node:timers/promises";
import { now } from "@/lib/shared/clock";
import type { Bench, BenchOptions, Measure } from "../bench";
import { startFleet, TARGET_ADDRESSES } from "./fleet";
import { startBenchTarget, usageOf } from "./processes";
import { answerOf } from "./programs";
import { NoiseProber, quantile } from "./statistics";

const MONITORS = 50_000;
/** Longer than an interval, because each monitor's first result is news and the code isn't compiled yet. */
const SETTLE_MS = 35_000;

/** Measures one runner with 50,000 monitors every 30 s: how late checks start, and what they cost. */
async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const bareBefore = await bareShare(quick ? 3 : 10);
  const fleet = await startFleet(MONITORS);
  const noise = new NoiseProber();
  try {
    await wait(quick ? 5000 : SETTLE_MS);
    const measuredMs = quick ? 8000 : 50_000;
    fleet.control.countFromMs = now().getTime();
    const before = usageOf(fleet.pid);
    noise.probe();
    await wait(measuredMs);
    noise.probe();
    const after = usageOf(fleet.pid);
    await wait(1000);
    fleet.stop();
    // Other tenants slow the machine down for minutes: one figure from before would compare different machines.
    const bare = (bareBefore + (await bareShare(quick ? 3 : 10))) / 2;
    const { latenessMs, outcomes } = fleet.control;
    const share = ((after.cpuSeconds - before.cpuSeconds) / (measuredMs / 1000)) * 100;
    const seen = [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(", ");
    const note = `${seen}; ${share.toFixed(1)} % of a core, bare sockets at the same rate, before and after, ${bare.toFixed(1)} %`;
    const measure = (value: number, unit: string, goal: number): Measure => ({
      value,
      unit,
      ok: value <= goal && latenessMs.length > 0,
      noisy: noise.noisy,
      note,
    });
    const failed = [...outcomes].reduce((sum, [outcome, count]) => sum + (outcome === "up" ? 0 : count), 0);
    return [
      measure(share / bare, "× bare sockets, CPU", 1.25),
      measure(quantile(latenessMs, 0.99), "ms late, p99", 2.5),
      measure(quantile(latenessMs, 1), "ms late, max", 10),
      measure(after.rssMb, "MB resident", 150),
      measure(failed, "missed or failed", 0),
    ];
  } finally {
    fleet.stop();
  }
}

/**
 * Returns what a Node process that only connects, writes, reads, and closes costs at the same rate, in percent of a
 * core.
 */
async function bareShare(seconds: number): Promise<number> {
  const target = await startBenchTarget({ addresses: TARGET_ADDRESSES });
  try {
    const args = [String(target.port), String(TARGET_ADDRESSES), String(MONITORS / 30), String(seconds)];
    return await answerOf<number>("bench/checker/runner-50k-bare.ts", args);
  } finally {
    target.stop();
  }
}

export const runner50k: Bench = {
  id: "runner-50k",
  title: "50,000 monitors × 30 s, one runner",
  goal: "≤ 1.25 · 2.5 ms · 10 ms · 150 MB · 0",
  run,
};
