import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

const TICK_MS = 5;
/** The kernel keeps the peak of each process. */
const MEMORY_TICK_MS = 50;
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

/** The longest that other requests may wait for one, on an idle core of the machine by which limits are set. */
export const BLOCK_MAX_MS = 100;
const TRIES = 3;

/**
 * Does some work that remembers nothing, again if it blocked too long, and returns what it cost the cheapest time. What always blocks does so
 * each time, unlike a garbage collection or other programs on the core.
 */
export async function leastCostOf<Result>(work: () => Promise<Result>): Promise<Cost<Result>> {
  let least = await costOf(work);
  for (let tries = 1; tries < TRIES && least.longestBlockMs >= BLOCK_MAX_MS; tries += 1) {
    const next = await costOf(work);
    const cheaper = next.longestBlockMs < least.longestBlockMs ? next : least;
    const [grewMb, childMb] = [Math.max(least.grewMb, next.grewMb), Math.max(least.childMb, next.childMb)];
    least = { ...cheaper, grewMb, childMb };
  }
  return least;
}

/** Does some work and returns what it cost. */
export async function costOf<Result>(work: () => Promise<Result>): Promise<Cost<Result>> {
  const delay = monitorEventLoopDelay({ resolution: TICK_MS });
  const beforeMb = process.memoryUsage.rss() / MB;
  let [longestMs, peakMb, childMb] = [0, beforeMb, 0];
  const clock = threadClock();
  let usedMs = clock.readMs();
  const sample = () => {
    const nowMs = clock.readMs();
    longestMs = Math.max(longestMs, nowMs - usedMs);
    usedMs = nowMs;
  };
  const sampleMemory = () => {
    peakMb = Math.max(peakMb, process.memoryUsage.rss() / MB);
    childMb = Math.max(childMb, ...children().map(peakOf));
  };
  const timers = [setInterval(sample, TICK_MS), setInterval(sampleMemory, MEMORY_TICK_MS)];
  delay.enable();
  try {
    const result = await work();
    // Work that never waited kept the timer from running.
    sample();
    sampleMemory();
    return {
      result,
      longestBlockMs: longestMs < CERTAIN_MS ? longestMs : longestMs / slowness(),
      longestDelayMs: delay.max / 1e6,
      grewMb: peakMb - beforeMb,
      childMb,
    };
  } finally {
    clock.close();
    delay.disable();
    for (const timer of timers) clearInterval(timer);
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
  const clock = threadClock();
  const beforeMs = clock.readMs();
  const read = JSON.parse(JSON.stringify(records)) as typeof records;
  read.sort((a, b) => (a.name < b.name ? -1 : 1));
  const tookMs = clock.readMs() - beforeMs;
  clock.close();
  return tookMs;
}

interface ThreadClock {
  /** The CPU time of the thread that runs the event loop; elsewhere than on Linux, of the whole process with its helpers. */
  readMs(): number;
  close(): void;
}

/** Opens the clock once, because opening it for every tick took a tenth of a core. */
function threadClock(): ThreadClock {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  const bytes = Buffer.alloc(100);
  try {
    const handle = openSync(file, "r");
    const readMs = () =>
      Number(bytes.toString("latin1", 0, readSync(handle, bytes, 0, 100, 0)).split(" ")[0]) / 1e6;
    return { readMs, close: () => closeSync(handle) };
  } catch {
    return { readMs: processCpuMs, close: () => undefined };
  }
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

function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
