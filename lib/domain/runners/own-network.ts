/** From where an address can be reached: a lost uplink says nothing of a machine in the same room, and the reverse. */
export type Reach = "loopback" | "private" | "public";
export type Family = 4 | 6;

/** One place whose answer shows that our own network works. */
export interface AnchorState {
  readonly reach: Reach;
  readonly family: Family;
  /** It answered before: one that never did (a closed network, no IPv6) is evidence of nothing. */
  readonly counts: boolean;
  readonly answers: boolean;
}

/** Where the failing check went, or would have gone: both families when its name was not resolved. */
export interface FailedTarget {
  readonly reach: Reach;
  readonly families: readonly Family[];
}

/** So many anchors of a kind have to answer where that many or more count (security.md F15: of three, two). */
const QUORUM = 2;
const COUNTED_MIN = 2;

/**
 * Why a failure may be our own network's: the anchors that are reached the way the target is answered before and don't now. Null when
 * they answer, or when there are too few of them to tell: then the failure is the target's. Loopback needs no network.
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
    // Of two, one is enough: the other may be down by itself.
    if (answering >= Math.min(QUORUM, counted.length - 1)) return null;
    lost.push(`${answering} of ${counted.length} connectivity checks succeed over IPv${family}`);
  }
  return lost.length === 0 ? null : `the runner doubts its own network: ${lost.join(", ")}`;
}
