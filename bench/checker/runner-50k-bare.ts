import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "@/lib/shared/clock";
import { bareCheck } from "./clients";

// The floor of `runner-50k`: bare sockets at an even rate. Arguments: port, addresses, rate per second, seconds. Prints percent
// of a core.

const WARM_MS = 5000;

async function main(port: number, addresses: number, perSecond: number, seconds: number): Promise<void> {
  const startMs = monotonicMs();
  let made = 0;
  let usage = process.cpuUsage();
  let fromMs = Number.NaN;
  const open = new Set<Promise<void>>();
  while (monotonicMs() - startMs < WARM_MS + seconds * 1000) {
    if (Number.isNaN(fromMs) && monotonicMs() - startMs >= WARM_MS) {
      usage = process.cpuUsage();
      fromMs = monotonicMs();
    }
    for (; made < ((monotonicMs() - startMs) / 1000) * perSecond; made += 1) {
      const check = bareCheck(`http://127.0.0.${1 + (made % addresses)}:${port}/`);
      open.add(check);
      void check.finally(() => open.delete(check));
    }
    await wait(1);
  }
  const used = process.cpuUsage(usage);
  const share = ((used.user + used.system) / 1000 / (monotonicMs() - fromMs)) * 100;
  await Promise.all(open);
  process.stdout.write(JSON.stringify(share), () => process.exit(0));
}

const [port = 0, addresses = 1, perSecond = 1, seconds = 1] = process.argv.slice(2).map(Number);
void main(port, addresses, perSecond, seconds);
