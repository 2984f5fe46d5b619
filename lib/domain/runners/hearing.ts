import { HEARTBEAT_MS, LATE_SECONDS } from "./presence";

/** Every runner reports more often, so a longer gap is the server's own, or its database's. */
const GAP_MS = HEARTBEAT_MS + 3000;
/** Added because a timer may fire a little early, and asking again then would cost another statement. */
const SLACK_MS = 20;

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

/**
 * Returns how long a runner's request may wait before it asks again which peers are late: until the next one would be,
 * `mostMs` at the longest. `alive` contains the runner itself.
 */
export function askAgainMs(
  runnerId: number,
  alive: readonly { readonly id: number; readonly lateInMs: number }[],
  mostMs: number,
): number {
  const peers = alive.filter(({ id, lateInMs }) => id !== runnerId && lateInMs > 0);
  return Math.ceil(Math.min(mostMs, ...peers.map(({ lateInMs }) => lateInMs + SLACK_MS)));
}
