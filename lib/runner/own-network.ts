import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { type FailedTarget, ownNetworkLoss } from "@/lib/domain/self-doubt";
import { type Anchor, answers, placeOf } from "@/lib/probes/anchors";
import { monotonicMs, now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";

/** Between two looks at the anchors: they belong to others. */
const LOOK_AGAIN_MS = 1000;
/** A failure that waits for its verdict may ask sooner: a cut of half a second must not be over by then. */
const JUDGE_AGAIN_MS = 250;
/** Without any failure: whether there are anchors to count on is known before one is needed. */
const SURVEY_MS = 5 * 60_000;
/** An anchor that has not answered for so long counts no more: the machine moved, or the anchor is gone. */
const COUNTS_MS = 24 * 3600_000;
const KEEP_MS = 3600_000;
/** A runner that is cut off can't report it meanwhile: it is said for a while after. */
const TOLD_AFTER_MS = 30_000;

interface Look {
  readonly startedMs: number;
  readonly answering: ReadonlySet<Anchor>;
}

/** What `OwnNetwork` works with; tests bring their own anchors and answers. */
export interface OwnNetworkOptions {
  readonly anchors: readonly Anchor[];
  /** Where it is kept which anchors answered, so that a runner that starts without network knows on whom it could count. */
  readonly file: string;
  readonly answers?: (anchor: Anchor) => Promise<boolean>;
  /** Called once when the network is back. */
  readonly onBack: () => void;
}

/**
 * Whether a failure may be our own network's, asked of anchors: places that answered before. They are looked at when a check fails or
 * takes long, at most once a second, and every second while they are lost.
 */
export class OwnNetwork {
  /** Epoch milliseconds of each anchor's last answer, by address and port. */
  private readonly lastAnswers: Map<string, number>;
  private looks: Look[] = [];
  private running: Promise<Look> | null = null;
  private lost: {
    reason: string;
    readonly target: FailedTarget;
    readonly sinceMs: number;
    readonly untilMs: number | null;
  } | null = null;
  /** When a check that began while the network was thought lost succeeded. */
  private contradictedMs: number | null = null;
  private keptMs = 0;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly options: OwnNetworkOptions) {
    this.lastAnswers = readAnswers(options.file);
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

  /** Why the network is doubted, until 30 s after its end; null otherwise. */
  get doubt(): string | null {
    const { lost } = this;
    if (lost !== null && lost.untilMs !== null && monotonicMs() > lost.untilMs) this.lost = null;
    return this.lost?.reason ?? null;
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
    const { lost } = this;
    if (lost === null || lost.untilMs !== null || startedMs <= lost.sinceMs || address === null) return;
    const { reach, family } = placeOf(address);
    if (reach === lost.target.reach && lost.target.families.includes(family))
      this.contradictedMs ??= monotonicMs();
  }

  /**
   * Why a check that ran from `sinceMs` (monotonic) until now and failed may have failed by our own network; null when it is the
   * target's failure. Looks at the anchors once more before it says so: at most two seconds.
   */
  async judge(target: FailedTarget, sinceMs: number): Promise<string | null> {
    if (target.reach === "loopback" || !this.couldTell(target)) return null;
    await this.lookAfter(monotonicMs());
    for (const look of this.looks) {
      // A look a moment before the check began speaks of it too: a check can fail at once, and the network be back a moment later.
      if (look.startedMs < sinceMs - LOOK_AGAIN_MS) continue;
      const reason = this.lossIn(look, target);
      if (reason === null) continue;
      this.begin(reason, target);
      return reason;
    }
    return null;
  }

  private couldTell(target: FailedTarget): boolean {
    const silent: Look = { startedMs: 0, answering: new Set() };
    return this.lossIn(silent, target) !== null;
  }

  private lossIn(look: Look, target: FailedTarget): string | null {
    const counts = (anchor: Anchor) =>
      now().getTime() - (this.lastAnswers.get(keyOf(anchor)) ?? Number.NEGATIVE_INFINITY) < COUNTS_MS;
    return ownNetworkLoss(
      target,
      this.options.anchors.map((anchor) => ({
        reach: anchor.reach,
        family: anchor.family,
        counts: counts(anchor),
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
    for (const anchor of look.answering) this.lastAnswers.set(keyOf(anchor), now().getTime());
    // As long as a check may take, and a little.
    this.looks = [...this.looks.filter((each) => startedMs - each.startedMs < 40_000), look];
    this.keep();
    return look;
  }

  private begin(reason: string, target: FailedTarget): void {
    if (this.lost?.untilMs === null) {
      this.lost.reason = reason;
      return;
    }
    this.lost = { reason, target, sinceMs: monotonicMs(), untilMs: null };
    this.contradictedMs = null;
    log.warn("the runner's own network is in doubt: failures are inconclusive until it is back", { reason });
    void this.awaitReturn(target);
  }

  private async awaitReturn(target: FailedTarget): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      await this.look();
      if (this.stopped) return;
      const last = this.looks.at(-1);
      if (!last || this.lossIn(last, target) === null) break;
      if (this.contradictedMs !== null && last.startedMs > this.contradictedMs) this.distrust(target);
    }
    log.info("the runner's own network is back");
    if (this.lost) this.lost = { ...this.lost, untilMs: monotonicMs() + TOLD_AFTER_MS };
    this.options.onBack();
  }

  /** Targets answer and these anchors don't: a firewall or their end. Never again a reason for doubt, until they answer. */
  private distrust(target: FailedTarget): void {
    const silent = this.options.anchors.filter(
      (anchor) => anchor.reach === target.reach && target.families.includes(anchor.family),
    );
    for (const anchor of silent) this.lastAnswers.delete(keyOf(anchor));
    log.warn("anchors don't answer though targets do: they count no more until they answer", {
      anchors: silent.map(keyOf),
    });
  }

  /** Now and then: an anchor counts for a week after its last answer. */
  private keep(): void {
    const atMs = now().getTime();
    if (this.lastAnswers.size === 0 || Math.abs(atMs - this.keptMs) < KEEP_MS) return;
    this.keptMs = atMs;
    writeFile(this.options.file, JSON.stringify([...this.lastAnswers]), { mode: 0o600 }).catch((error) =>
      log.debug("which anchors answered can't be kept", { error }),
    );
  }
}

function keyOf({ address, port }: Anchor): string {
  return `${address} ${port}`;
}

function readAnswers(file: string): Map<string, number> {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (!Array.isArray(kept)) return new Map();
    return new Map(kept.filter(([key, at]) => typeof key === "string" && typeof at === "number"));
  } catch {
    // None kept, or half a file: the first look says it anew.
    return new Map();
  }
}
