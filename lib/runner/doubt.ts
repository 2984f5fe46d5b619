import type { CheckResult } from "@/lib/contract/check";

const WINDOW_MS = 60_000;
const PRUNE_MS = 1000;
const SHARE_MAX = 0.2;
const HOSTS_MIN = 5;
const LAG_MAX_MS = 500;

/** Failures that a broken network or resolver of ours would cause; a wrong answer of a target never is. */
const OURS_PERHAPS = /^(dns_|connect_|tls_timeout|http_timeout|http_reset|http_empty|icmp_)/;

/**
 * Doubts the runner itself: when more than 20 % of what it checked in the last minute, and at least 5 hosts, fail in a way that our
 * own network could cause, while less than a minute ago they did not, or when its event loop lags. Pure but for its own memory.
 */
export class SelfDoubt {
  /** When each host was last seen, and when it last turned from well to failing. */
  private readonly seen = new Map<string, number>();
  private readonly turned = new Map<string, number>();
  private readonly failing = new Set<string>();
  private prunedMs = 0;

  /** Notes a finding and says why it can't be trusted; null when it can. `lagMs` is the event loop's while the check ran. */
  judge(result: CheckResult, host: string, atMs: number, lagMs: number): string | null {
    this.seen.set(host, atMs);
    const failed = isOursPerhaps(result);
    if (!failed) {
      if (this.failing.size > 0) this.failing.delete(keyOf(result));
      return null;
    }
    // Only what turned: a target that has been down for long is no sign of our own trouble.
    const key = keyOf(result);
    if (!this.failing.has(key)) this.turned.set(host, atMs);
    this.failing.add(key);
    if (lagMs > LAG_MAX_MS) return `the runner was overloaded: its event loop lagged ${Math.round(lagMs)} ms`;
    return this.massFailure(atMs);
  }

  private massFailure(atMs: number): string | null {
    this.prune(atMs);
    const [turned, all] = [this.turned.size, this.seen.size];
    if (turned < HOSTS_MIN || turned <= all * SHARE_MAX) return null;
    return `${turned} of ${all} hosts failed within a minute: the runner doubts its own network`;
  }

  /** At most once a second: when everything fails, every result asks. */
  private prune(atMs: number): void {
    if (atMs - this.prunedMs < PRUNE_MS) return;
    this.prunedMs = atMs;
    for (const map of [this.seen, this.turned])
      for (const [host, sinceMs] of map) if (atMs - sinceMs >= WINDOW_MS) map.delete(host);
  }
}

/** Whether a failure looks as one of our own network or resolver would. */
export function isOursPerhaps(result: CheckResult): boolean {
  return result.outcome === "down" && OURS_PERHAPS.test(result.error?.code ?? "");
}

function keyOf(result: CheckResult): string {
  return `${result.monitor}:${result.region}`;
}
