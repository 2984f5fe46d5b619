import { type FailedTarget, ownNetworkLoss } from "@/lib/domain/runners/own-network";
import { type Anchor, answers, placeOf } from "@/lib/probes/anchors";
import { AnswerMemory } from "@/lib/runner/report/answer-memory";
import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import type { Doubt } from "./episodes";

/** Between two looks at the anchors: they belong to others. */
const LOOK_AGAIN_MS = 1000;
/** A failure that waits for its verdict may ask sooner: a cut of half a second must not be over by then. */
const JUDGE_AGAIN_MS = 250;
/** Without any failure: whether there are anchors to count on is known before one is needed. */
const SURVEY_MS = 5 * 60_000;
/** As long as a check may take, and a little. */
const REMEMBERED_MS = 40_000;
/** A loss is looked at every second, and a look takes one at most. */
const UNWATCHED_MS = 5000;

interface Look {
  readonly startedMs: number;
  readonly answering: ReadonlySet<Anchor>;
}

/** One way out that is thought lost: a reach over one family or both. */
interface Loss {
  readonly target: FailedTarget;
  readonly sinceMs: number;
  /** When it was looked at last. */
  lookedMs: number;
  /** When a check on this way that began after the loss succeeded. */
  contradictedMs: number | null;
}

/** What `OwnNetwork` works with; tests bring their own anchors and answers. */
export interface OwnNetworkOptions {
  readonly anchors: readonly Anchor[];
  /** Where it is kept which anchors answered. */
  readonly file: string;
  readonly answers?: (anchor: Anchor) => Promise<boolean>;
}

/**
 * Whether a failure may be our own network's, asked of anchors: places that answered before. They are looked at when a check takes long
 * and while they are lost, at most once a second, and four times a second while a failure waits for its verdict.
 */
export class OwnNetwork {
  private readonly memory: AnswerMemory;
  private looks: Look[] = [];
  private running: Promise<Look> | null = null;
  /** What is lost now, by reach and families: IPv6 may be back while IPv4 is not, and a room while its uplink is not. */
  private readonly losses = new Map<string, Loss>();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly options: OwnNetworkOptions) {
    this.memory = new AnswerMemory(options.file);
  }

  /** The first look, and one every five minutes. */
  start(): void {
    if (this.options.anchors.length === 0) return;
    void this.look();
    this.timer = setInterval(() => void this.look(), SURVEY_MS);
    this.timer.unref();
  }

  stop(): void {
    this.stopped = true;
    clearInterval(this.timer);
  }

  /** A check of a target that was well takes long: what the anchors say meanwhile decides when it fails. */
  watch(): void {
    if (this.options.anchors.length > 0) void this.look();
  }

  /**
   * A check of `address` succeeded that began at `startedMs` (monotonic). While the network on the way there is thought lost, that
   * contradicts: if the anchors stay silent all the same, they are the ones that are gone.
   */
  worked(startedMs: number, address: string | null): void {
    if (this.losses.size === 0 || address === null) return;
    const { reach, family } = placeOf(address);
    for (const loss of this.losses.values())
      if (startedMs > loss.sinceMs && reach === loss.target.reach && loss.target.families.includes(family))
        loss.contradictedMs ??= monotonicMs();
  }

  /**
   * Why a check that ran from `sinceMs` (monotonic) until now and failed may have failed by our own network; null when it is the
   * target's failure. Looks at the anchors once more before it says so: at most two seconds.
   */
  async judge(target: FailedTarget, sinceMs: number): Promise<Doubt | null> {
    if (target.reach === "loopback" || !this.couldTell(target)) return null;
    await this.lookAfter(monotonicMs());
    for (const look of this.looks) {
      // A look a moment before the check began speaks of it too: a check can fail at once, and the network be back a moment later.
      if (look.startedMs < sinceMs - LOOK_AGAIN_MS) continue;
      const reason = this.lossIn(look, target);
      if (reason !== null) return this.lost(reason, target);
    }
    return null;
  }

  private lost(reason: string, target: FailedTarget): Doubt {
    const kind = `${target.reach} network, IPv${target.families.join(" and IPv")}`;
    const nowMs = monotonicMs();
    const known = this.losses.get(kind);
    // Of one that nobody looks at any more the contradictions are old as well.
    if (!known || nowMs - known.lookedMs > UNWATCHED_MS)
      this.losses.set(kind, { target, sinceMs: nowMs, lookedMs: nowMs, contradictedMs: null });
    return { kind, reason, again: () => this.lookAgain(kind) };
  }

  /** Why this way is still lost; null when it is back, or when its anchors are not to be believed. */
  private async lookAgain(kind: string): Promise<string | null> {
    const look = await this.look();
    const loss = this.losses.get(kind);
    if (!loss) return null;
    loss.lookedMs = monotonicMs();
    if (loss.contradictedMs !== null && look.startedMs > loss.contradictedMs)
      this.distrust(loss.target, look);
    const reason = this.lossIn(look, loss.target);
    if (reason === null) this.losses.delete(kind);
    return reason;
  }

  private couldTell(target: FailedTarget): boolean {
    const silent: Look = { startedMs: 0, answering: new Set() };
    return this.lossIn(silent, target) !== null;
  }

  private lossIn(look: Look, target: FailedTarget): string | null {
    return ownNetworkLoss(
      target,
      this.options.anchors.map((anchor) => ({
        reach: anchor.reach,
        family: anchor.family,
        counts: this.memory.counts(keyOf(anchor)),
        answers: look.answering.has(anchor),
      })),
    );
  }

  /** A look that began at `atMs` or later; all who wait share it. */
  private async lookAfter(atMs: number): Promise<void> {
    let last = await this.look(JUDGE_AGAIN_MS);
    while (last.startedMs < atMs && !this.stopped) {
      const waitMs = last.startedMs + JUDGE_AGAIN_MS - monotonicMs();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      last = await this.look(JUDGE_AGAIN_MS);
    }
  }

  /** The look under way, the last one when it is younger than `againMs`, else a new one. */
  private look(againMs = LOOK_AGAIN_MS): Promise<Look> {
    if (this.running) return this.running;
    const last = this.looks.at(-1);
    if (last && monotonicMs() - last.startedMs < againMs) return Promise.resolve(last);
    const look = this.ask().finally(() => {
      this.running = null;
    });
    this.running = look;
    return look;
  }

  private async ask(): Promise<Look> {
    const startedMs = monotonicMs();
    const { anchors } = this.options;
    const answered = await Promise.all(anchors.map(this.options.answers ?? answers));
    const look = { startedMs, answering: new Set(anchors.filter((_, index) => answered[index])) };
    this.memory.answered([...look.answering].map(keyOf));
    this.looks = [...this.looks.filter((each) => startedMs - each.startedMs < REMEMBERED_MS), look];
    return look;
  }

  /** Targets answer and these anchors don't: a firewall or their end. Never again a reason for doubt, until they answer. */
  private distrust(target: FailedTarget, look: Look): void {
    const silent = this.options.anchors.filter(
      (anchor) =>
        anchor.reach === target.reach &&
        target.families.includes(anchor.family) &&
        !look.answering.has(anchor),
    );
    this.memory.forget(silent.map(keyOf));
    log.warn("anchors don't answer though targets do: they count no more until they answer", {
      anchors: silent.map(keyOf),
    });
  }
}

function keyOf({ address, port }: Anchor): string {
  return `${address} ${port}`;
}
