import { monotonicMs } from "@/lib/shared/clock";
import { httpMonitor } from "./clients";
import { bareMeasuredCheck, measuredCheck } from "./measured-check";
import { NoiseProber, quantile } from "./statistics";

// The measured process of `latency-error`. Arguments: URL, milliseconds, rounds, checks per second of each case. Prints the errors of our
// checks and of bare sockets in each round of each case.

export interface Round {
  readonly p50: number;
  readonly p99: number;
  readonly bareP50: number;
  readonly bareP99: number;
  readonly noisy: boolean;
}

// A runner runs for months, so the compiler's work in the first seconds isn't measured.
const WARM_UP_MS = 5000;

/** Starts checks at an even rate for a while, regardless of earlier ones. */
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

/** Returns the errors of checks at an even rate in milliseconds. */
async function errorsOf(
  check: () => Promise<number>,
  perSecond: number,
  durationMs: number,
): Promise<number[]> {
  const errors: number[] = [];
  const running = new Set<Promise<void>>();
  const start = () => {
    const one = check().then((errorMs) => {
      errors.push(errorMs);
      running.delete(one);
    });
    running.add(one);
  };
  await atRate(perSecond, durationMs, start);
  await Promise.all(running);
  return errors;
}

interface Checks {
  readonly own: () => Promise<number>;
  readonly bare: () => Promise<number>;
}

async function roundsOf(
  checks: Checks,
  perSecond: number,
  durationMs: number,
  rounds: number,
): Promise<Round[]> {
  const figures: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const noise = new NoiseProber();
    noise.probe();
    const own = await errorsOf(checks.own, perSecond, durationMs);
    noise.probe();
    const bare = await errorsOf(checks.bare, perSecond, durationMs);
    noise.probe();
    figures.push({
      p50: quantile(own, 0.5),
      p99: quantile(own, 0.99),
      bareP50: quantile(bare, 0.5),
      bareP99: quantile(bare, 0.99),
      noisy: noise.noisy,
    });
  }
  return figures;
}

async function main(url: string, durationMs: number, rounds: number, rates: number[]): Promise<void> {
  const config = httpMonitor(url);
  const checks = { own: () => measuredCheck(config), bare: () => bareMeasuredCheck(url) };
  for (const check of Object.values(checks)) await errorsOf(check, rates[0] ?? 0, WARM_UP_MS);
  const cases: Round[][] = [];
  for (const perSecond of rates) cases.push(await roundsOf(checks, perSecond, durationMs, rounds));
  process.stdout.write(JSON.stringify(cases), () => process.exit(0));
}

const [url = "", ...numbers] = process.argv.slice(2);
const [durationMs = 0, rounds = 0, ...rates] = numbers.map(Number);
main(url, durationMs, rounds, rates);
