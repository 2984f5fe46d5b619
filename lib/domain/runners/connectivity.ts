import type { SelfCheckFailure } from "@/lib/contract/checks/self-check";

/** Where an address is reachable from. Losing the uplink says nothing about a machine on the local network, and vice versa. */
export type Reach = "loopback" | "private" | "public";
export type Family = 4 | 6;

/** The state of one connectivity check. */
export interface ConnectivityState {
  readonly reach: Reach;
  readonly family: Family;
  /** It responded before. One that never did (closed network, no IPv6) proves nothing. */
  readonly counts: boolean;
  readonly answers: boolean;
}

/** How a check reaches its target. Both families if the name was not resolved. */
export interface Route {
  readonly reach: Reach;
  readonly families: readonly Family[];
}

/** Connectivity checks that must respond (two of three), if at least COUNTED_MIN count. */
const QUORUM = 2;
const COUNTED_MIN = 2;

/**
 * Explains why a failure on a route may be caused by the runner's own network: connectivity checks of the same reach
 * used to respond and now don't. Returns null if they respond or too few exist, in which case the failure belongs to
 * the target. Loopback needs no network.
 */
export function connectivityLoss(
  route: Route,
  checks: readonly ConnectivityState[],
): SelfCheckFailure | null {
  if (route.reach === "loopback") return null;
  const lost: Extract<SelfCheckFailure, { kind: "network_unreachable" }>["lost"] = [];
  for (const family of route.families) {
    const counted = checks.filter(
      (check) => check.counts && check.reach === route.reach && check.family === family,
    );
    if (counted.length < COUNTED_MIN) continue;
    const answering = counted.filter(({ answers }) => answers).length;
    // Of two, one is enough because the other may be down by itself.
    if (answering >= Math.min(QUORUM, counted.length - 1)) return null;
    lost.push({ ip_version: family, answered: answering, asked: counted.length });
  }
  return lost.length === 0 ? null : { kind: "network_unreachable", lost };
}
