import { clockCorrection } from "@/lib/domain/runners/clock-correction";
import { keepTimeBy, machineMs, monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { databaseMs } from "@/lib/store/core/database-facts";

const ASK_MS = 5000;
const TOLERANCE_MS = 50;
/** The wall clock and the monotonic one moved apart by more: one was set, or the machine slept. */
const JUMP_MS = 500;
/** A correction that is worth a line in the log. */
const TOLD_MS = 2000;

export interface ClockSources {
  /** The database's time, epoch milliseconds. */
  readonly ask: () => Promise<number>;
  readonly wallMs: () => number;
  readonly steadyMs: () => number;
}

const REAL: ClockSources = { ask: databaseMs, wallMs: machineMs, steadyMs: monotonicMs };

/**
 * The database's time as this process reckons it: the monotonic clock from the last answer on. A wall clock that is set wrong or jumps
 * on one node moves no session, no lease and no alert (F10–F12); the database is asked at once then, since the machine may have slept.
 */
export class DatabaseClock {
  /** What is added to the monotonic clock. */
  private baseMs: number;
  /** How far the wall clock was from the monotonic one as the database was asked last. */
  private apartMs: number;
  private asking: Promise<void> | null = null;

  constructor(private readonly sources: ClockSources = REAL) {
    this.apartMs = sources.wallMs() - sources.steadyMs();
    this.baseMs = this.apartMs;
  }

  /** Epoch milliseconds. */
  readMs(): number {
    const steady = this.sources.steadyMs();
    if (Math.abs(this.sources.wallMs() - steady - this.apartMs) > JUMP_MS) void this.look();
    return steady + this.baseMs;
  }

  /** Asks the database. Never throws: while it is away the monotonic clock runs on. */
  look(): Promise<void> {
    this.asking ??= this.ask().finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  private async ask(): Promise<void> {
    const { ask, wallMs, steadyMs } = this.sources;
    this.apartMs = wallMs() - steadyMs();
    const began = steadyMs();
    const saidMs = await ask().catch(() => null);
    if (saidMs === null) return;
    const ended = steadyMs();
    const answer = { saidMs, tookMs: ended - began };
    const byMs = clockCorrection(ended + this.baseMs, answer, TOLERANCE_MS);
    this.baseMs += byMs;
    if (Math.abs(byMs) > TOLD_MS)
      log.warn("the time was set by the database's", { byMs: Math.round(byMs), ...this.machine() });
  }

  private machine(): { machineAheadMs: number } {
    const { wallMs, steadyMs } = this.sources;
    return { machineAheadMs: Math.round(wallMs() - steadyMs() - this.baseMs) };
  }
}

/** From now on this process goes by the database's time. */
export async function keepDatabaseTime(): Promise<{ stop(): Promise<void> }> {
  const clock = new DatabaseClock();
  await clock.look();
  keepTimeBy(() => clock.readMs());
  const timer = setInterval(() => void clock.look(), ASK_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      keepTimeBy(null);
    },
  };
}
