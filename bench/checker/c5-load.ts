import { monotonicMs } from "@/lib/shared/clock";
import { httpMonitor } from "./clients";
import { measuredCheck } from "./measured-check";
import { NoiseProber, quantile } from "./statistics";

// The measured process of C5. Arguments: URL, checks a second, milliseconds. Prints the p99 of the error in milliseconds.

const WARM_UP_MS = 1500;

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

async function main(url: string, perSecond: number, durationMs: number): Promise<void> {
  const config = httpMonitor(url);
  const errors: number[] = [];
  const running = new Set<Promise<void>>();
  const start = () => {
    const check = measuredCheck(config).then((errorMs) => {
      errors.push(errorMs);
      running.delete(check);
    });
    running.add(check);
  };
  await atRate(perSecond, WARM_UP_MS, start);
  await Promise.all(running);
  errors.length = 0;
  const noise = new NoiseProber();
  noise.probe();
  await atRate(perSecond, durationMs, start);
  await Promise.all(running);
  noise.probe();
  const told = { p50: quantile(errors, 0.5), p99: quantile(errors, 0.99), noisy: noise.noisy };
  process.stdout.write(JSON.stringify(told), () => process.exit(0));
}

const [url = "", perSecond, durationMs] = process.argv.slice(2);
main(url, Number(perSecond), Number(durationMs));
