/** Where an address is reachable from. Losing the uplink says nothing about a machine on the local network, and vice versa. */
export type Reach = "loopback" | "private" | "public";
export type Family = 4 | 6;

/** The state of one connectivity check. */
export interface AnchorState {
  readonly reach: Reach;
  readonly family: Family;
  /** It succeeded before. One that never did (closed network, no IPv6) is not evidence. */
  readonly counts: boolean;
  readonly answers: boolean;
}

/** Where the failed check connected, or would have. Both families if its name was not resolved. */
export interface FailedTarget {
  readonly reach: Reach;
  readonly families: readonly Family[];
}

/** Connectivity checks that must succeed (two of three), if at least COUNTED_MIN count. */
const QUORUM = 2;
const COUNTED_MIN = 2;

/**
 * Explains why a failure may be caused by our own network: connectivity checks of the same reach used to succeed and now
 * fail. Returns null if they succeed or too few exist, in which case the failure belongs to the target. Loopback needs no
 * network.
 */
export function ownNetworkLoss(target: FailedTarget, anchors: readonly AnchorState[]): string | null {
  if (target.reach === "loopback") return null;
  const lost: string[] = [];
  for (const family of target.families) {
    const counted = anchors.filter(
      (anchor) => anchor.counts && anchor.reach === target.reach && anchor.family === family,
    );
    if (counted.length < COUNTED_MIN) continue;
    const answering = counted.filter(({ answers }) => answers).length;
    // Of two, one is enough because the other may be down by itself.
    if (answering >= Math.min(QUORUM, counted.length - 1)) return null;
    lost.push(`${answering} of ${counted.length} connectivity checks succeed over IPv${family}`);
  }
  return lost.length === 0 ? null : `the runner doubts its own network: ${lost.join(", ")}`;
}
