import type { CheckResult } from "@/lib/contract/checks/check";
import { protocolContracts } from "@/lib/contract/protocols/lookup";
import { monotonicMs } from "@/lib/shared/clock";
import type { Suspicion } from "./episodes";

const WINDOW_MS = 60_000;
const PRUNE_MS = 1000;
const SHARE_MAX = 0.2;
const HOSTS_MIN = 5;
const LAG_MAX_MS = 500;
/**
 * The longest that a mass failure is suspected. Then everything is checked again and reported as seen. With a timeout
 * of 20 s, true outages are confirmed within 60 s.
 */
const SUSPECTED_MS = 30_000;

/** Failures that the runner's own network or resolver could cause; a wrong response from a target never is one. */
const OURS_PERHAPS = /^(?:dns_|connect_|tls_timeout$)/;
/** Those of the protocols themselves. */
const NETWORK_CODES: ReadonlySet<string> = new Set(
  protocolContracts.flatMap(({ errors }) =>
    Object.entries(errors).flatMap(([code, cause]) => (cause === "network" ? [code] : [])),
  ),
);

/**
 * Suspects the runner itself when its event loop lags, or when more than 20 % of the hosts checked in the last
 * minute, and at least 5, fail in a way that its own network could cause but didn't fail before.
 */
export class MassFailures {
  /** When each host was last seen, and when it last changed from up to failing. */
  private readonly seen = new Map<string, number>();
  private readonly turned = new Map<string, number>();
  /** The host of each pair that is failing. */
  private readonly failing = new Map<string, string>();
  private prunedMs = 0;
  /** When the current mass failure started; null when there is none. */
  private massSinceMs: number | null = null;

  /** Records a result of any outcome. Times here and below are monotonic milliseconds. */
  note(result: CheckResult, host: string, atMs: number): void {
    this.seen.set(host, atMs);
    if (!isOursPerhaps(result)) {
      if (this.failing.size > 0) this.failing.delete(keyOf(result));
      return;
    }
    // Only hosts that changed. A target that has been down for long is no sign of the runner's own trouble.
    const key = keyOf(result);
    if (!this.failing.has(key)) this.turned.set(host, atMs);
    this.failing.set(key, host);
  }

  /**
   * Returns why a recorded failure can't be trusted; null when it can. `lagMs` is the event loop's lag during the
   * check.
   */
  judge(atMs: number, lagMs: () => number): Suspicion | null {
    const lag = lagReason(lagMs());
    if (lag !== null) return { kind: "lag", reason: lag, again: async () => lagReason(lagMs()) };
    const mass = this.massFailure(atMs);
    if (mass === null) return null;
    const again = async () => (monotonicMs() - (this.massSinceMs ?? 0) < SUSPECTED_MS ? mass : null);
    return { kind: "mass failure", reason: mass, again };
  }

  private massFailure(atMs: number): string | null {
    this.prune(atMs);
    const [turned, all] = [this.turned.size, this.seen.size];
    if (turned < HOSTS_MIN || turned <= all * SHARE_MAX) return null;
    this.massSinceMs ??= atMs;
    if (atMs - this.massSinceMs >= SUSPECTED_MS) return null;
    return `the runner doubts its own network: ${turned} of ${all} hosts failed within a minute`;
  }

  /** At most once a second, because every result asks when everything fails. */
  private prune(atMs: number): void {
    if (atMs - this.prunedMs < PRUNE_MS) return;
    this.prunedMs = atMs;
    for (const map of [this.seen, this.turned])
      for (const [host, sinceMs] of map) if (atMs - sinceMs >= WINDOW_MS) map.delete(host);
    // The changed hosts are up again or long known, so the next mass failure is a new one.
    const stillTurned = new Set([...this.failing.values()].filter((host) => this.turned.has(host)));
    if (stillTurned.size < HOSTS_MIN) this.massSinceMs = null;
  }
}

function lagReason(lagMs: number): string | null {
  return lagMs > LAG_MAX_MS
    ? `the runner was overloaded: its event loop lagged ${Math.round(lagMs)} ms`
    : null;
}

/** Returns whether a failure looks like one of the runner's own network or resolver. */
export function isOursPerhaps(result: CheckResult): boolean {
  const code = result.error?.code ?? "";
  return result.outcome === "down" && (OURS_PERHAPS.test(code) || NETWORK_CODES.has(code));
}

function keyOf(result: CheckResult): string {
  return `${result.monitor}:${result.region}`;
}
