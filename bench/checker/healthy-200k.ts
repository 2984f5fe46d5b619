import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "@/lib/shared/clock";
import type { Bench, BenchOptions, Measure } from "../bench";
import { type Seen, startPipeline } from "./pipeline";

/** 1,667 checks per second. */
const MONITORS = 50_000;
const LOOK_EVERY_MS = 1000;
const LIMIT_MS = 30 * 60_000;

/**
 * Checks a healthy target until enough results are stored, while the server that stores them pre-renders pages and
 * keeps a loop busy.
 */
async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const wanted = quick ? 10_000 : 200_000;
  const pipeline = await startPipeline(MONITORS, true);
  try {
    const startMs = monotonicMs();
    let outcomes: Seen["outcomes"] = {};
    while ((outcomes.up ?? 0) + (outcomes.down ?? 0) < wanted && monotonicMs() - startMs < LIMIT_MS) {
      await wait(LOOK_EVERY_MS);
      ({ outcomes } = await pipeline.seen());
    }
    const tookS = (monotonicMs() - startMs) / 1000;
    const checks = (outcomes.up ?? 0) + (outcomes.down ?? 0);
    const value = outcomes.down ?? 0;
    const note = `${checks} results in ${tookS.toFixed(0)} s, ${outcomes.inconclusive ?? 0} inconclusive, ${outcomes.missed ?? 0} missed`;
    return [{ value, unit: "false failures", ok: value === 0 && checks >= wanted, noisy: false, note }];
  } finally {
    await pipeline.stop();
  }
}

export const healthy200k: Bench = {
  id: "healthy-200k",
  title: "200,000 checks of a healthy target, busy server",
  goal: "0",
  beside: "busy",
  run,
};
