import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";

/** Between two looks at what is doubted. */
const LOOK_AGAIN_MS = 1000;
/** A runner that is cut off can't report it meanwhile: it is said for a while after. */
const TOLD_AFTER_MS = 30_000;
/** As much as a report takes. */
const REASON_MAX = 200;

/** Why a failure may be our own. */
export interface Doubt {
  /** What is doubted; each has an episode of its own. */
  readonly kind: string;
  readonly reason: string;
  /** Looks once more, a second after the last look: why the doubt goes on; null when it is over. */
  readonly again: () => Promise<string | null>;
}

interface Episode<T> {
  reason: string;
  readonly doubted: Set<T>;
  /** Monotonic; null while the doubt goes on. */
  toldUntilMs: number | null;
}

/**
 * What the runner doubts of itself, one episode for each kind: begun by a failure, looked at again every second until it is over. Then
 * everything whose failures were doubted in it is handed to `onOver`, to be checked at once.
 */
export class Episodes<T> {
  private readonly episodes = new Map<string, Episode<T>>();
  private stopped = false;

  constructor(private readonly onOver: (doubted: readonly T[]) => void) {}

  /** Why the runner is in doubt now or was within the last 30 s, what goes on first; null otherwise. */
  get reason(): string | null {
    const told: Episode<T>[] = [];
    for (const [kind, episode] of this.episodes) {
      if (episode.toldUntilMs !== null && monotonicMs() > episode.toldUntilMs) this.episodes.delete(kind);
      else told.push(episode);
    }
    told.sort((a, b) => Number(a.toldUntilMs !== null) - Number(b.toldUntilMs !== null));
    return told.length === 0
      ? null
      : told
          .map(({ reason }) => reason)
          .join("; ")
          .slice(0, REASON_MAX);
  }

  /** A failure of `subject` was doubted: begins the episode of that kind, or goes on with it. */
  add(doubt: Doubt, subject: T): void {
    const known = this.episodes.get(doubt.kind);
    if (known && known.toldUntilMs === null) {
      known.reason = doubt.reason;
      known.doubted.add(subject);
      return;
    }
    const { kind, reason } = doubt;
    const episode: Episode<T> = { reason, doubted: new Set([subject]), toldUntilMs: null };
    this.episodes.set(kind, episode);
    log.warn("the runner is in doubt of itself: failures are inconclusive until that is over", {
      kind,
      reason,
    });
    void this.await(doubt, episode);
  }

  stop(): void {
    this.stopped = true;
  }

  private async await(doubt: Doubt, episode: Episode<T>): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      if (this.stopped) return;
      const reason = await doubt.again();
      if (this.stopped) return;
      if (reason === null) break;
      episode.reason = reason;
    }
    log.info("the runner's doubt of itself is over", { kind: doubt.kind });
    episode.toldUntilMs = monotonicMs() + TOLD_AFTER_MS;
    this.onOver([...episode.doubted]);
    episode.doubted.clear();
  }
}
