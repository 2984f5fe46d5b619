import type { CheckResult } from "@/lib/contract/checks/check";
import { monotonicMs } from "@/lib/shared/clock";
import type { Doubt } from "./episodes";

const WINDOW_MS = 60_000;
const PRUNE_MS = 1000;
const SHARE_MAX = 0.2;
const HOSTS_MIN = 5;
const LAG_MAX_MS = 500;
/**
 * How long a mass failure is doubted at most. Then everything is checked again and told as it is seen: with a timeout of 20 s true
 * outages are out within 60 s (F17).
 */
const HELD_MS = 30_000;

/** Failures that a broken network or resolver of ours would cause; a wrong answer of a target never is. */
const OURS_PERHAPS = /^(dns_|connect_|tls_timeout|http_timeout|http_reset|http_empty|icmp_)/;

/**
 * Doubts the runner itself: when more than 20 % of what it checked in the last minute, and at least 5 hosts, fail in a way that our
 * own network could cause, while less than a minute ago they did not, or when its event loop lags.
 */
export class SelfDoubt {
  /** When each host was last seen, and when it last turned from well to failing. */
  private readonly seen = new Map<string, number>();
  private readonly turned = new Map<string, number>();
  /** The host of each pair that fails now. */
  private readonly failing = new Map<string, string>();
  private prunedMs = 0;
  /** When this mass failure began; null while there is none. */
  private massSinceMs: number | null = null;

  /** Notes a finding, of whatever outcome. Monotonic milliseconds, here and below. */
  note(result: CheckResult, host: string, atMs: number): void {
    this.seen.set(host, atMs);
    if (!isOursPerhaps(result)) {
      if (this.failing.size > 0) this.failing.delete(keyOf(result));
      return;
    }
    // Only what turned: a target that has been down for long is no sign of our own trouble.
    const key = keyOf(result);
    if (!this.failing.has(key)) this.turned.set(host, atMs);
    this.failing.set(key, host);
  }

  /** Why a failure that was noted can't be trusted; null when it can. `lagMs` is the event loop's while the check ran. */
  judge(atMs: number, lagMs: () => number): Doubt | null {
    const lag = lagReason(lagMs());
    if (lag !== null) return { kind: "lag", reason: lag, again: async () => lagReason(lagMs()) };
    const mass = this.massFailure(atMs);
    if (mass === null) return null;
    const again = async () => (monotonicMs() - (this.massSinceMs ?? 0) < HELD_MS ? mass : null);
    return { kind: "mass failure", reason: mass, again };
  }

  private massFailure(atMs: number): string | null {
    this.prune(atMs);
    const [turned, all] = [this.turned.size, this.seen.size];
    if (turned < HOSTS_MIN || turned <= all * SHARE_MAX) return null;
    this.massSinceMs ??= atMs;
    if (atMs - this.massSinceMs >= HELD_MS) return null;
    return `the runner doubts its own network: ${turned} of ${all} hosts failed within a minute`;
  }

  /** At most once a second: when everything fails, every result asks. */
  private prune(atMs: number): void {
    if (atMs - this.prunedMs < PRUNE_MS) return;
    this.prunedMs = atMs;
    for (const map of [this.seen, this.turned])
      for (const [host, sinceMs] of map) if (atMs - sinceMs >= WINDOW_MS) map.delete(host);
    // What turned is well again, or long known: the next mass failure is another one.
    const stillTurned = new Set([...this.failing.values()].filter((host) => this.turned.has(host)));
    if (stillTurned.size < HOSTS_MIN) this.massSinceMs = null;
  }
}

function lagReason(lagMs: number): string | null {
  return lagMs > LAG_MAX_MS
    ? `the runner was overloaded: its event loop lagged ${Math.round(lagMs)} ms`
    : null;
}

/** Whether a failure looks as one of our own network or resolver would. */
export function isOursPerhaps(result: CheckResult): boolean {
  return result.outcome === "down" && OURS_PERHAPS.test(result.error?.code ?? "");
}

function keyOf(result: CheckResult): string {
  return `${result.monitor}:${result.region}`;
}
