import { setTimeout as wait } from "node:timers/promises";
import { now } from "@/lib/shared/clock";
import type { Bench, Measure } from "../bench";
import { startFleet } from "./fleet";
import { quantile } from "./statistics";

const MONITORS = 50_000;
const STALL_MS = 3000;
const WINDOW_MS = 10;
const NOMINAL_PER_WINDOW = (MONITORS / 30_000) * WINDOW_MS;
const GOAL = 2.5;

/** Measures the most starts within 10 ms, relative to the nominal rate, after the whole process was suspended for 3 s. */
async function run(): Promise<Measure[]> {
  const fleet = await startFleet(MONITORS);
  try {
    await wait(4000);
    process.kill(fleet.pid, "SIGSTOP");
    await wait(STALL_MS);
    fleet.control.countFromMs = now().getTime() - STALL_MS;
    const resumedMs = now().getTime();
    process.kill(fleet.pid, "SIGCONT");
    await wait(8000);
    const perWindow = new Map<number, number>();
    for (const startMs of fleet.control.startsMs.filter((ms) => ms >= resumedMs)) {
      const window = Math.floor(startMs / WINDOW_MS);
      perWindow.set(window, (perWindow.get(window) ?? 0) + 1);
    }
    const counts = [...perWindow.values()];
    const value = quantile(counts, 1) / NOMINAL_PER_WINDOW;
    const note = `${counts.reduce((sum, count) => sum + count, 0)} starts in 8 s; p99 of windows ${(quantile(counts, 0.99) / NOMINAL_PER_WINDOW).toFixed(2)}`;
    return [{ value, unit: "× nominal", ok: counts.length > 0 && value <= GOAL, noisy: false, note }];
  } finally {
    fleet.stop();
  }
}

export const stallRecovery: Bench = {
  id: "stall-recovery",
  title: "starts per 10 ms after a 3 s stall, 50,000 monitors",
  goal: "≤ 2.5",
  run,
};
