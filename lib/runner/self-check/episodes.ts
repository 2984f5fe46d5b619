import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";

/** Time between two self-checks of a suspected problem. */
const LOOK_AGAIN_MS = 1000;
/** A disconnected runner can't report a problem while it lasts, so it's reported for a while afterward. */
const REPORTED_AFTER_MS = 30_000;
/** The limit of a report. */
const REASON_MAX = 200;

/** Why a failure may be the runner's own. */
export interface Suspicion {
  /** What is suspected; each kind has its own episode. */
  readonly kind: string;
  readonly reason: string;
  /** Checks again, a second after the last time. Returns why the suspicion remains; null when it's cleared. */
  readonly again: () => Promise<string | null>;
}

interface Episode<T> {
  reason: string;
  readonly doubted: Set<T>;
  /** Monotonic; null while the episode lasts. */
  reportedUntilMs: number | null;
}

/**
 * Tracks suspected problems of the runner, one episode for each kind. A failure starts an episode, which is checked
 * every second until it's cleared. Then all subjects whose failures were affected go to `onOver`, to be checked
 * immediately.
 */
export class Episodes<T> {
  private readonly episodes = new Map<string, Episode<T>>();
  private stopped = false;

  constructor(private readonly onOver: (doubted: readonly T[]) => void) {}

  /** Returns why the runner suspects itself now or did within the last 30 s, current episodes first; null otherwise. */
  get reason(): string | null {
    const reported: Episode<T>[] = [];
    for (const [kind, episode] of this.episodes) {
      if (episode.reportedUntilMs !== null && monotonicMs() > episode.reportedUntilMs)
        this.episodes.delete(kind);
      else reported.push(episode);
    }
    reported.sort((a, b) => Number(a.reportedUntilMs !== null) - Number(b.reportedUntilMs !== null));
    return reported.length === 0
      ? null
      : reported
          .map(({ reason }) => reason)
          .join("; ")
          .slice(0, REASON_MAX);
  }

  /** Adds an affected failure of `subject`: starts an episode of that kind or continues it. */
  add(doubt: Suspicion, subject: T): void {
    const known = this.episodes.get(doubt.kind);
    if (known && known.reportedUntilMs === null) {
      known.reason = doubt.reason;
      known.doubted.add(subject);
      return;
    }
    const { kind, reason } = doubt;
    const episode: Episode<T> = { reason, doubted: new Set([subject]), reportedUntilMs: null };
    this.episodes.set(kind, episode);
    log.warn("self-check failed; failures are inconclusive until it passes", {
      kind,
      reason,
    });
    void this.await(doubt, episode);
  }

  stop(): void {
    this.stopped = true;
  }

  private async await(doubt: Suspicion, episode: Episode<T>): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      if (this.stopped) return;
      const reason = await doubt.again();
      if (this.stopped) return;
      if (reason === null) break;
      episode.reason = reason;
    }
    log.info("self-check passed again", { kind: doubt.kind });
    episode.reportedUntilMs = monotonicMs() + REPORTED_AFTER_MS;
    this.onOver([...episode.doubted]);
    episode.doubted.clear();
  }
}
