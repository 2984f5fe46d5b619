/**
 * Starts per second relative to the nominal rate while catching up. With the burst below, it stays under 2.5 times in
 * any 10 ms.
 */
const CATCH_UP_FACTOR = 1.8;
/**
 * A burst may start this much nominal time's worth of checks, and at least this many, because checks of one second
 * may start together.
 */
const BURST_MS = 5;
const BURST_MIN = 8;
/** The minimum rate for catching up in a small installation. */
const MIN_PER_SECOND = 200;

/**
 * Limits starts after a stall to about twice the nominal rate with a token bucket, so that a late runner doesn't
 * hammer its targets.
 */
export class Pacer {
  private tokens = 0;
  private atMs = 0;

  /** Returns how many starts are allowed now, at `perSecond` nominal starts. `nowMs` is monotonic. */
  allowance(nowMs: number, perSecond: number): number {
    const perMs = (Math.max(perSecond, MIN_PER_SECOND) / 1000) * CATCH_UP_FACTOR;
    const most = Math.max(BURST_MIN, (perSecond / 1000) * BURST_MS);
    this.tokens = Math.min(most, this.tokens + (nowMs - this.atMs) * perMs);
    this.atMs = nowMs;
    return this.tokens;
  }

  take(): void {
    this.tokens -= 1;
  }
}
