import { HEARTBEAT_MS, LATE_SECONDS } from "./presence";

/** Every runner reports more often, so a longer gap is the server's own, or its database's. */
const GAP_MS = HEARTBEAT_MS + 3000;

/**
 * Decides whether a server may consider a runner late. After a gap in which it heard from no runner at all, each of
 * them looks late until its next report, and the first one to report would take over everything. Times are monotonic
 * milliseconds.
 */
export class Hearing {
  private sinceMs = Number.POSITIVE_INFINITY;
  private lastMs = Number.NEGATIVE_INFINITY;

  /** Records a report from any runner. */
  heard(nowMs: number): void {
    if (nowMs - this.lastMs > GAP_MS) this.sinceMs = nowMs;
    this.lastMs = nowMs;
  }

  /** Returns whether reports have arrived without a gap for as long as a late runner has been silent. */
  isSteady(nowMs: number): boolean {
    return nowMs - this.lastMs <= GAP_MS && nowMs - this.sinceMs >= LATE_SECONDS * 1000;
  }
}
