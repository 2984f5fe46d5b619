import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { Bench, BenchOptions, Measure } from "../bench";
import { startFleet } from "./fleet";
import { usageOf } from "./processes";

/** In the first ten seconds, V8 returns the memory that startup used, in three full collections that happen only once. */
const SETTLE_MS = 15_000;
/** A whole minute, so that work done once a minute counts once. */
const MEASURED_MS = 60_000;
const PRIVATE_GOAL_MB = 25;

/** Returns the megabytes that a process shares with no other, from /proc (Linux). */
function privateMbOf(pid: number): number {
  const sizes = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8").matchAll(/^Private_\w+:\s+(\d+) kB$/gm);
  return [...sizes].reduce((sum, [, size]) => sum + Number(size), 0) / 1024;
}

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
    const privateMb = privateMbOf(fleet.pid);
    const note = `${after.rssMb.toFixed(0)} MB resident, most of it Node's own file`;
    return [
      {
        value: share,
        unit: "% of a core",
        ok: share <= 0.2,
        noisy: false,
      },
      { value: privateMb, unit: "MB private", ok: privateMb <= PRIVATE_GOAL_MB, noisy: false, note },
    ];
  } finally {
    fleet.stop();
  }
}

export const idleRunner: Bench = {
  id: "idle-runner",
  title: "idle runner with 10 monitors",
  goal: `≤ 0.2 % · ≤ ${PRIVATE_GOAL_MB} MB`,
  beside: "idle",
  run,
};
