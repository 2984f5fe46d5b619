import type { CheckResult } from "@/lib/contract/checks/check";
import type { SelfCheckFailure } from "@/lib/contract/checks/self-check";
import { isNetworkFailure } from "@/lib/domain/runners/network-failure";
import { UNCLEAR_MS } from "@/lib/domain/runners/self-check";
import { monotonicMs } from "@/lib/shared/clock";
import type { Finding } from "./check-states";

const WINDOW_MS = 60_000;
const PRUNE_MS = 1000;
const SHARE_MAX = 0.2;
const HOSTS_MIN = 5;

/**
 * Finds that more than 20 % of the hosts checked in the last minute, and at least 5, fail in a way that the runner's own
 * network could cause but didn't fail before. All times are monotonic milliseconds.
 */
export class MassFailures {
  /** When each host was last seen, and when it last changed from up to failing. */
  private readonly seen = new Map<string, number>();
  private readonly turned = new Map<string, number>();
  /** The host of each monitor region that is failing. */
  private readonly failing = new Map<string, string>();
  private prunedMs = 0;
  /** When the current mass failure started; null when there is none. */
  private massSinceMs: number | null = null;

  /** Records a result of any outcome. */
  record(result: CheckResult, host: string, atMs: number): void {
    this.seen.set(host, atMs);
    if (!isNetworkFailure(result)) {
      if (this.failing.size > 0) this.failing.delete(keyOf(result));
      return;
    }
    // Only hosts that changed. A target that has been down for a long time says nothing about the runner.
    const key = keyOf(result);
    if (!this.failing.has(key)) this.turned.set(host, atMs);
    this.failing.set(key, host);
  }

  /** Returns the mass failure, for half a minute; then everything is checked again and reported as seen. */
  judge(atMs: number): Finding | null {
    this.prune(atMs);
    const [turned, all] = [this.turned.size, this.seen.size];
    if (turned < HOSTS_MIN || turned <= all * SHARE_MAX) return null;
    this.massSinceMs ??= atMs;
    if (atMs - this.massSinceMs >= UNCLEAR_MS) return null;
    const failure: SelfCheckFailure = { kind: "network_mass_failure", failed: turned, hosts: all };
    const again = async () => (monotonicMs() - (this.massSinceMs ?? 0) < UNCLEAR_MS ? failure : null);
    return { kind: "mass failure", failure, again };
  }

  /** At most once a second, because every result asks when everything fails. */
  private prune(atMs: number): void {
    if (atMs - this.prunedMs < PRUNE_MS) return;
    this.prunedMs = atMs;
    for (const map of [this.seen, this.turned])
      for (const [host, sinceMs] of map) if (atMs - sinceMs >= WINDOW_MS) map.delete(host);
    // The changed hosts are up again or known to be down, so the next mass failure is a new one.
    const stillTurned = new Set([...this.failing.values()].filter((host) => this.turned.has(host)));
    if (stillTurned.size < HOSTS_MIN) this.massSinceMs = null;
  }
}

function keyOf(result: CheckResult): string {
  return `${result.monitor}:${result.region}`;
}
