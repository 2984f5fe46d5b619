import type { Bench, BenchOptions, Measure } from "../bench";
import { ratioOf } from "../verdict";
import type { Round } from "./latency-error-load";
import { makePem, startBenchTarget } from "./processes";
import { answerOf } from "./programs";

const DELAY_MS = 5;
const ROUNDS = 3;

const GOAL = 1.3;

/** Checks per second. The higher rate comes first, because it warms up the code for the other. */
const RATES = { http: [2000, 1000], https: [500] } as const;
type Scheme = keyof typeof RATES;

/** Measures p99 of (the latency we report − the target's own), compared with a bare socket's in the same round. */
async function measured(scheme: Scheme, durationMs: number, pem: string | undefined): Promise<Measure[]> {
  const target = await startBenchTarget({ delayMs: DELAY_MS, pem });
  const url = `${scheme}://127.0.0.1:${target.port}/`;
  const args = [url, ...[durationMs, ROUNDS, ...RATES[scheme]].map(String)];
  const cases = await answerOf<Round[][]>("bench/checker/latency-error-load.ts", args).finally(target.stop);
  return cases.map((rounds, at) => judged(rounds, `${RATES[scheme][at]}/s ${scheme}`));
}

function judged(rounds: readonly Round[], what: string): Measure {
  const ratio = ratioOf(
    rounds.map(({ p99, bareP99 }) => p99 / bareP99),
    (found) => found <= GOAL,
  );
  const each = rounds.map(({ p50, p99 }) => `${p99.toFixed(2)} (p50 ${p50.toFixed(2)})`).join(" ");
  const bare = rounds.map(({ bareP50, bareP99 }) => `${bareP99.toFixed(2)} (p50 ${bareP50.toFixed(2)})`);
  const note = `${what}; rounds ${each} ms; a bare socket ${bare.join(" ")} ms`;
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
  const durationMs = quick ? 2000 : 4000;
  const http = await measured("http", durationMs, undefined);
  const pem = makePem();
  return pem === null ? http : [...http, ...(await measured("https", durationMs, pem))];
}

export const latencyError: Bench = {
  id: "latency-error",
  title: "error of the reported latency",
  goal: `≤ ${GOAL} × bare sockets`,
  run,
};
