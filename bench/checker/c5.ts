import type { Bench, BenchOptions, Measure } from "../bench";
import { ratioOf } from "../verdict";
import type { Round } from "./c5-load";
import { makePem, startBenchTarget } from "./processes";
import { answerOf } from "./programs";

const DELAY_MS = 5;
const ROUNDS = 3;

const GOAL = 1.3;

interface Case {
  readonly perSecond: number;
  readonly isTls: boolean;
}

const CASES: readonly Case[] = [
  { perSecond: 1000, isTls: false },
  { perSecond: 2000, isTls: false },
  { perSecond: 500, isTls: true },
];

/** Measures p99 of (the latency we report − the target's own), compared with a bare socket's in the same round. */
async function measure(one: Case, durationMs: number, pem: string | null): Promise<Measure> {
  const { perSecond, isTls } = one;
  const target = await startBenchTarget({ delayMs: DELAY_MS, pem: isTls && pem ? pem : undefined });
  const url = `${isTls ? "https" : "http"}://127.0.0.1:${target.port}/`;
  const args = [perSecond, durationMs, ROUNDS].map(String);
  const rounds = await answerOf<Round[]>("bench/checker/c5-load.ts", [url, ...args]).finally(target.stop);
  const ratio = ratioOf(
    rounds.map(({ p99, bareP99 }) => p99 / bareP99),
    (found) => found <= GOAL,
  );
  const each = rounds.map(({ p50, p99 }) => `${p99.toFixed(2)} (p50 ${p50.toFixed(2)})`).join(" ");
  const bare = rounds.map(({ bareP50, bareP99 }) => `${bareP99.toFixed(2)} (p50 ${bareP50.toFixed(2)})`);
  const note = `${perSecond}/s ${isTls ? "https" : "http"}; rounds ${each} ms; a bare socket ${bare.join(" ")} ms`;
  return {
    ...ratio,
    unit: "× bare socket, p99",
    noisy: ratio.noisy || rounds.some(({ noisy }) => noisy),
    note,
  };
}

/**
 * Measures the error of our reported latencies at rates that keep the loop busy. TLS only where openssl can create a
 * certificate.
 */
async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const pem = makePem();
  const measures: Measure[] = [];
  for (const one of CASES.filter(({ isTls }) => !isTls || pem))
    measures.push(await measure(one, quick ? 2000 : 6000, pem));
  return measures;
}

export const c5: Bench = {
  id: "C5",
  title: "error of the reported latency",
  goal: `≤ ${GOAL} × bare sockets`,
  run,
};
