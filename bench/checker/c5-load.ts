import { monotonicMs } from "@/lib/shared/clock";
import { httpMonitor } from "./clients";
import { bareMeasuredCheck, measuredCheck } from "./measured-check";
import { NoiseProber, quantile } from "./statistics";

// The measured process of C5. Arguments: URL, checks per second, milliseconds. Prints the errors of our checks and of
// bare sockets.

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

/** Returns the errors of checks at an even rate in milliseconds, without the first seconds. */
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
  await atRate(perSecond, WARM_UP_MS, start);
  await Promise.all(running);
  errors.length = 0;
  await atRate(perSecond, durationMs, start);
  await Promise.all(running);
  return errors;
}

async function main(url: string, perSecond: number, durationMs: number): Promise<void> {
  const config = httpMonitor(url);
  const noise = new NoiseProber();
  noise.probe();
  const own = await errorsOf(() => measuredCheck(config), perSecond, durationMs);
  noise.probe();
  const bare = await errorsOf(() => bareMeasuredCheck(url), perSecond, durationMs);
  noise.probe();
  const figures = {
    p50: quantile(own, 0.5),
    p99: quantile(own, 0.99),
    bareP50: quantile(bare, 0.5),
    bareP99: quantile(bare, 0.99),
    noisy: noise.noisy,
  };
  process.stdout.write(JSON.stringify(figures), () => process.exit(0));
}

const [url = "", perSecond, durationMs] = process.argv.slice(2);
main(url, Number(perSecond), Number(durationMs));
