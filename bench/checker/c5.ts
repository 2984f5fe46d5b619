import { monotonicMs } from "@/lib/shared/clock";
import type { Bench, BenchOptions, Measure } from "../bench";
import { httpMonitor } from "./clients";
import { measuredCheck } from "./measured-check";
import { makePem, startBenchTarget } from "./processes";
import { NoiseProber, quantile } from "./statistics";

const DELAY_MS = 5;

interface Case {
  readonly perSecond: number;
  readonly isTls: boolean;
  readonly goalMs: number;
}

const CASES: readonly Case[] = [
  { perSecond: 1000, isTls: false, goalMs: 1.5 },
  { perSecond: 2000, isTls: false, goalMs: 2.5 },
  { perSecond: 500, isTls: true, goalMs: 6 },
];

/** Starts checks at an even rate for a while, whatever happens to those before. */
function atRate(perSecond: number, durationMs: number, start: () => void): Promise<void> {
  const beganMs = monotonicMs();
  let started = 0;
  return new Promise((resolve) => {
    const tick = () => {
      const passedMs = monotonicMs() - beganMs;
      const due = Math.floor((Math.min(passedMs, durationMs) * perSecond) / 1000);
      for (; started < due; started += 1) start();
      if (passedMs >= durationMs) resolve();
      else setTimeout(tick, 1);
    };
    tick();
  });
}

/** p99 of (what we report − what the target says it took), milliseconds. */
async function errorP99(one: Case, durationMs: number, pem: string | null): Promise<number> {
  const target = await startBenchTarget({ delayMs: DELAY_MS, pem: one.isTls && pem ? pem : undefined });
  const config = httpMonitor(`${one.isTls ? "https" : "http"}://127.0.0.1:${target.port}/`);
  const errors: number[] = [];
  const running = new Set<Promise<void>>();
  const start = () => {
    const check = measuredCheck(config).then((errorMs) => {
      errors.push(errorMs);
      running.delete(check);
    });
    running.add(check);
  };
  try {
    await atRate(one.perSecond, 1000, start);
    await Promise.all(running);
    errors.length = 0;
    await atRate(one.perSecond, durationMs, start);
    await Promise.all(running);
  } finally {
    target.stop();
  }
  return quantile(errors, 0.99);
}

async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const pem = makePem();
  const measures: Measure[] = [];
  for (const one of CASES.filter(({ isTls }) => !isTls || pem)) {
    const rounds: number[] = [];
    const noise = new NoiseProber();
    for (let round = 0; round < 3; round += 1) {
      rounds.push(await errorP99(one, quick ? 2000 : 6000, pem));
      noise.probe();
    }
    const value = quantile(rounds, 0.5);
    const note = `${one.perSecond}/s ${one.isTls ? "https" : "http"}; rounds ${rounds.map((ms) => ms.toFixed(2)).join(" ")}`;
    measures.push({ value, unit: "ms p99", ok: value <= one.goalMs, noisy: noise.noisy, note });
  }
  return measures;
}

export const c5: Bench = {
  id: "C5",
  title: "error of the reported latency",
  goal: "≤ 1.5 · 2.5 · 6 ms",
  run,
};
