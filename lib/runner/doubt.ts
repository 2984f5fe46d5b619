import type { CheckResult } from "@/lib/contract/check";

const WINDOW_MS = 60_000;
const SHARE_MAX = 0.2;
const HOSTS_MIN = 5;
const LAG_MAX_MS = 500;

/** Failures that a broken network or resolver of ours would cause; a wrong answer of a target never is. */
const OURS_PERHAPS = /^(dns_|connect_|tls_timeout|http_timeout|http_reset|http_empty|icmp_)/;

interface Seen {
  readonly atMs: number;
  readonly host: string;
  readonly failed: boolean;
}

/**
 * Doubts the runner itself: when more than 20 % of what it checked in the last minute, and at least 5 hosts, fail in a way that our
 * own network could cause, while less than a minute ago they did not, or when its event loop lags. Pure but for its own memory.
 */
export class SelfDoubt {
  private seen: Seen[] = [];
  private lastOutcome = new Map<string, boolean>();

  /** Notes a finding and says why it can't be trusted; null when it can. `lagMs` is the event loop's while the check ran. */
  judge(result: CheckResult, host: string, atMs: number, lagMs: number): string | null {
    const failed = result.outcome === "down" && OURS_PERHAPS.test(result.error?.code ?? "");
    const key = `${result.monitor}:${result.region}`;
    const before = this.lastOutcome.get(key);
    this.lastOutcome.set(key, failed);
    this.seen = this.seen.filter((entry) => atMs - entry.atMs < WINDOW_MS);
    // Only what turned: a target that has been down for long is no sign of our own trouble.
    this.seen.push({ atMs, host, failed: failed && before !== true });
    if (!failed) return null;
    if (lagMs > LAG_MAX_MS) return `the runner was overloaded: its event loop lagged ${Math.round(lagMs)} ms`;
    return this.massFailure();
  }

  private massFailure(): string | null {
    const hosts = new Set(this.seen.filter(({ failed }) => failed).map(({ host }) => host));
    const all = new Set(this.seen.map(({ host }) => host));
    if (hosts.size < HOSTS_MIN || hosts.size <= all.size * SHARE_MAX) return null;
    return `${hosts.size} of ${all.size} hosts failed within a minute: the runner doubts its own network`;
  }
}
