import { clockCorrection } from "@/lib/domain/runners/clock-correction";
import { keepTimeBy, machineMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";

/** Smaller differences are left: no check is worth being moved for them. */
const TOLERANCE_MS = 1000;

/**
 * How far this machine's clock is ahead of the server's. Every time of this process is reckoned by the server's clock, which is the
 * database's, so that a machine whose clock is wrong checks at the right slots and hands in the right times (F12). While the server is
 * away the machine's clock runs on with what was known.
 */
export class ServerTime {
  private aheadMs = 0;

  constructor(private readonly wallMs: () => number = machineMs) {}

  /** Milliseconds, negative when behind; 0 while no answer proved it wrong. */
  get machineAheadMs(): number {
    return this.aheadMs;
  }

  /** Epoch milliseconds, as the server's clock says. */
  readMs(): number {
    return this.wallMs() - this.aheadMs;
  }

  /** An answer said `serverTime` (ISO 8601) and was `tookMs` under way. Servers of older versions say nothing. True when the time was set. */
  learn(serverTime: string | undefined, tookMs: number): boolean {
    if (!serverTime) return false;
    const byMs = clockCorrection(this.readMs(), { saidMs: Date.parse(serverTime), tookMs }, TOLERANCE_MS);
    if (byMs === 0) return false;
    this.aheadMs -= byMs;
    const machineAheadMs = Math.round(this.aheadMs);
    log.warn("the time was set by the server's", { byMs: Math.round(byMs), machineAheadMs });
    return true;
  }

  /** From now on `now()` of this process is the server's time. */
  keep(): void {
    keepTimeBy(() => this.readMs());
  }

  /** `now()` is the machine's clock again. */
  release(): void {
    keepTimeBy(null);
  }
}
