const WINDOW_MS = 10;
const BURST_FACTOR = 2.2;
/** Small installations may start this many at once, and this many a second. */
const SMALL = 20;

/** Limits starts after a stall to about twice the nominal rate, so that a late runner doesn't hammer its targets (C8). */
export class Pacer {
  private tokens = 0;
  private atMs = 0;

  /** Starts allowed now, at `perSecond` nominal starts; `nowMs` is monotonic. */
  allowance(nowMs: number, perSecond: number): number {
    const perMs = (Math.max(perSecond, SMALL) / 1000) * BURST_FACTOR;
    const most = Math.max(SMALL, perMs * WINDOW_MS);
    this.tokens = Math.min(most, this.tokens + (nowMs - this.atMs) * perMs);
    this.atMs = nowMs;
    return this.tokens;
  }

  take(): void {
    this.tokens -= 1;
  }
}
