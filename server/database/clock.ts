import { clockCorrection } from "@/lib/domain/runners/clock";
import { keepTimeBy, machineMs, monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { databaseMs } from "@/lib/store/core/database-facts";

const ASK_MS = 5000;
const TOLERANCE_MS = 50;
/** A larger drift between wall clock and monotonic clock means that one was set or the machine slept. */
const JUMP_MS = 500;
/** Corrections at least this large are logged. */
const LOGGED_MS = 2000;

export interface ClockSources {
  /** Returns the database's time, epoch milliseconds. */
  readonly ask: () => Promise<number>;
  readonly wallMs: () => number;
  readonly steadyMs: () => number;
}

const REAL: ClockSources = { ask: databaseMs, wallMs: machineMs, steadyMs: monotonicMs };

/**
 * Estimates the database's time: the monotonic clock since the last answer. A wall clock that is wrong or jumps on one
 * node shifts no session, lease, or alert; after a jump the database is asked immediately, because the machine may have
 * slept.
 */
export class DatabaseClock {
  /** Added to the monotonic clock. */
  private baseMs: number;
  /** Difference of wall clock and monotonic clock when the database was last asked. */
  private apartMs: number;
  private asking: Promise<void> | null = null;

  constructor(private readonly sources: ClockSources = REAL) {
    this.apartMs = sources.wallMs() - sources.steadyMs();
    this.baseMs = this.apartMs;
  }

  /** Returns epoch milliseconds. */
  readMs(): number {
    const steady = this.sources.steadyMs();
    if (Math.abs(this.sources.wallMs() - steady - this.apartMs) > JUMP_MS) void this.look();
    return steady + this.baseMs;
  }

  /** Asks the database. Never throws; while the database is unavailable the monotonic clock continues. */
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
    if (Math.abs(byMs) > LOGGED_MS)
      log.warn("corrected the time to the database's clock", { byMs: Math.round(byMs), ...this.machine() });
  }

  private machine(): { machineAheadMs: number } {
    const { wallMs, steadyMs } = this.sources;
    return { machineAheadMs: Math.round(wallMs() - steadyMs() - this.baseMs) };
  }
}

/** Makes this process use the database's time. */
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
