import { setTimeout as wait } from "node:timers/promises";
import { now } from "@/lib/shared/clock";
import type { Bench, BenchOptions, Measure } from "../bench";
import { startFleet } from "./fleet";
import { usageOf } from "./processes";
import { NoiseProber, quantile } from "./statistics";

const MONITORS = 50_000;
const SETTLE_MS = 5000;

/** One runner with 50,000 monitors every 30 s: how late checks start, and what it costs. */
async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const fleet = await startFleet(MONITORS);
  const noise = new NoiseProber();
  try {
    await wait(SETTLE_MS);
    const measuredMs = quick ? 15_000 : 60_000;
    fleet.control.countFromMs = now().getTime();
    const before = usageOf(fleet.pid);
    noise.probe();
    await wait(measuredMs);
    noise.probe();
    const after = usageOf(fleet.pid);
    await wait(1000);
    const { latenessMs, outcomes } = fleet.control;
    const note = [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(", ");
    const measure = (value: number, unit: string, goal: number): Measure => ({
      value,
      unit,
      ok: value <= goal && latenessMs.length > 0,
      noisy: noise.noisy,
      note,
    });
    const share = ((after.cpuSeconds - before.cpuSeconds) / (measuredMs / 1000)) * 100;
    const failed = [...outcomes].reduce((sum, [outcome, count]) => sum + (outcome === "up" ? 0 : count), 0);
    return [
      measure(quantile(latenessMs, 0.99), "ms late, p99", 2.5),
      measure(quantile(latenessMs, 1), "ms late, most", 10),
      measure(share, "% of a core", 18),
      measure(after.rssMb, "MB resident", 150),
      measure(failed, "missed or failed", 0),
    ];
  } finally {
    fleet.stop();
  }
}

export const c6: Bench = {
  id: "C6",
  title: "50,000 monitors × 30 s, one runner",
  goal: "≤ 2.5 ms · 10 ms · 18 % · 150 MB · 0",
  run,
};
