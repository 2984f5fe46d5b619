import { setTimeout as wait } from "node:timers/promises";
import type { Bench, BenchOptions, Measure } from "../bench";
import { startFleet } from "./fleet";
import { usageOf } from "./processes";

/** In the first ten seconds, V8 returns the memory that startup used, in three full collections that happen only once. */
const SETTLE_MS = 15_000;
/** A whole minute, so that work done once a minute counts once. */
const MEASURED_MS = 60_000;

/** Measures an idle runner with ten monitors. */
async function run({ quick, calm }: BenchOptions): Promise<Measure[]> {
  const fleet = await startFleet(10);
  try {
    await Promise.all([wait(SETTLE_MS), calm]);
    const measuredMs = quick ? 10_000 : MEASURED_MS;
    const before = usageOf(fleet.pid);
    await wait(measuredMs);
    const after = usageOf(fleet.pid);
    const share = ((after.cpuSeconds - before.cpuSeconds) / (measuredMs / 1000)) * 100;
    return [
      {
        value: share,
        unit: "% of a core",
        ok: share <= 0.2,
        noisy: false,
      },
      { value: after.rssMb, unit: "MB resident", ok: after.rssMb <= 60, noisy: false },
    ];
  } finally {
    fleet.stop();
  }
}

export const idleRunner: Bench = {
  id: "idle-runner",
  title: "idle runner with 10 monitors",
  goal: "≤ 0.2 % · ≤ 60 MB",
  beside: "idle",
  run,
};
