import { clockCorrection } from "@/lib/domain/runners/clock";
import { keepTimeBy, machineMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";

/** Smaller differences aren't corrected, because no check is worth moving for them. */
const TOLERANCE_MS = 1000;

/**
 * Tracks how far this machine's clock is ahead of the server's. All times of this process follow the server's clock,
 * which is the database's, so that a machine with a wrong clock still checks at the right slots and reports the right
 * times. Without the server, the last known offset applies.
 */
export class ServerTime {
  private aheadMs = 0;

  constructor(private readonly wallMs: () => number = machineMs) {}

  /** Milliseconds ahead; negative when behind, 0 until a response shows otherwise. */
  get machineAheadMs(): number {
    return this.aheadMs;
  }

  /** Epoch milliseconds by the server's clock. */
  readMs(): number {
    return this.wallMs() - this.aheadMs;
  }

  /**
   * Learns from a response that carried `serverTime` (ISO 8601) and took `tookMs`. Servers of older versions don't
   * send it. Returns true when the time was corrected.
   */
  learn(serverTime: string | undefined, tookMs: number): boolean {
    if (!serverTime) return false;
    const byMs = clockCorrection(this.readMs(), { saidMs: Date.parse(serverTime), tookMs }, TOLERANCE_MS);
    if (byMs === 0) return false;
    this.aheadMs -= byMs;
    const machineAheadMs = Math.round(this.aheadMs);
    log.warn("corrected the time to the server's", { byMs: Math.round(byMs), machineAheadMs });
    return true;
  }

  /** Makes `now()` of this process return the server's time. */
  keep(): void {
    keepTimeBy(() => this.readMs());
  }

  /** Makes `now()` return the machine's time again. */
  release(): void {
    keepTimeBy(null);
  }
}
