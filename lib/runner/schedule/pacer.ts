/** Starts a second above the nominal rate while catching up; with the burst below it stays under 2.5 × in any 10 ms (C8). */
const CATCH_UP_FACTOR = 1.8;
/** Starts at once are worth this much of nominal time, and at least so many: checks of one second may start together. */
const BURST_MS = 5;
const BURST_MIN = 8;
/** A small installation catches up at this rate. */
const MIN_PER_SECOND = 200;

/** Limits starts after a stall to about twice the nominal rate, so that a late runner doesn't hammer its targets: a token bucket. */
export class Pacer {
  private tokens = 0;
  private atMs = 0;

  /** Starts allowed now, at `perSecond` nominal starts; `nowMs` is monotonic. */
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
