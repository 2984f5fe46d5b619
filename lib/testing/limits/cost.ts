import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

const TICK_MS = 2;
const MB = 1024 * 1024;
const PEAK = /^VmHWM:\s*(\d+) kB$/m;

export interface Cost<Result> {
  readonly result: Result;
  /** The CPU time of the longest time in which the event loop did nothing else, as on the machine by which limits are set. */
  readonly longestBlockMs: number;
  /** The longest time that a timer was late, which other programs add to. */
  readonly longestDelayMs: number;
  /** What this process grew by, and the most that a process it started took. */
  readonly grewMb: number;
  readonly childMb: number;
}

/** Does some work and returns what it cost. */
export async function costOf<Result>(work: () => Promise<Result>): Promise<Cost<Result>> {
  const delay = monitorEventLoopDelay({ resolution: TICK_MS });
  const beforeMb = process.memoryUsage.rss() / MB;
  let [longestMs, peakMb, childMb] = [0, beforeMb, 0];
  let usedMs = threadCpuMs();
  const sample = () => {
    longestMs = Math.max(longestMs, threadCpuMs() - usedMs);
    peakMb = Math.max(peakMb, process.memoryUsage.rss() / MB);
    childMb = Math.max(childMb, ...children().map(peakOf));
    usedMs = threadCpuMs();
  };
  const timer = setInterval(sample, TICK_MS);
  delay.enable();
  try {
    const result = await work();
    // Work that never waited kept the timer from running.
    sample();
    return {
      result,
      longestBlockMs: longestMs < CERTAIN_MS ? longestMs : longestMs / slowness(),
      longestDelayMs: delay.max / 1e6,
      grewMb: peakMb - beforeMb,
      childMb,
    };
  } finally {
    delay.disable();
    clearInterval(timer);
  }
}

/** Below this, no limit depends on the machine. */
const CERTAIN_MS = 50;
/** What `exampleMs` returns on the machine by which limits are set. */
const EXAMPLE_MS = 11;

/** Returns how many times longer this machine computes at the moment, at least 1. */
function slowness(): number {
  return Math.max(1, Math.min(exampleMs(), exampleMs(), exampleMs()) / EXAMPLE_MS);
}

/** Returns the CPU time of writing, reading, and sorting 20,000 records. */
function exampleMs(): number {
  const records = Array.from({ length: 20_000 }, (_, id) => ({ id, name: "W".repeat(20) + id }));
  const beforeMs = threadCpuMs();
  const read = JSON.parse(JSON.stringify(records)) as typeof records;
  read.sort((a, b) => (a.name < b.name ? -1 : 1));
  return threadCpuMs() - beforeMs;
}

/** Returns the CPU time of the thread that runs the event loop; elsewhere than on Linux, of the whole process with its helpers. */
function threadCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (
    Number(read(`/proc/self/task/${process.pid}/schedstat`).split(" ")[0]) / 1e6 || (user + system) / 1000
  );
}

/** Returns the processes that this one started. Linux only. */
function children(): string[] {
  return read(`/proc/self/task/${process.pid}/children`).split(" ").filter(Boolean);
}

function peakOf(pid: string): number {
  return Number(PEAK.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // It ended, or this isn't Linux.
  }
}
