import { monotonicMs } from "@/lib/shared/clock";

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the nearest-rank quantile; `share` is 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Returns the CPU microseconds of this process, all threads, during `work`. */
export async function cpuUsOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const used = process.cpuUsage(before);
  return used.user + used.system;
}

const SPIN_MS = 20;
const STOLEN_MAX = 1.3;

/** Measures how much longer pure CPU work takes in wall time than in CPU time, because others use the cores. */
export class NoiseProber {
  private readonly seen: number[] = [];

  probe(): void {
    const cpu = process.cpuUsage();
    const startMs = monotonicMs();
    let turns = 0;
    while (monotonicMs() - startMs < SPIN_MS) turns += 1;
    const used = process.cpuUsage(cpu);
    const usedMs = (used.user + used.system) / 1000;
    if (turns > 0 && usedMs > 0) this.seen.push((monotonicMs() - startMs) / usedMs);
  }

  get noisy(): boolean {
    return median(this.seen) > STOLEN_MAX;
  }
}
