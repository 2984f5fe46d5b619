import { type FailedTarget, ownNetworkLoss } from "@/lib/domain/runners/own-network";
import { type Anchor, answers, placeOf } from "@/lib/probes/anchors";
import { AnswerMemory } from "@/lib/runner/report/answer-memory";
import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import type { Suspicion } from "./episodes";

/** Minimum time between two connectivity checks, because the addresses belong to others. */
const LOOK_AGAIN_MS = 1000;
/** A failure that waits for a decision may check sooner, because a half-second cut must not be over by then. */
const JUDGE_AGAIN_MS = 250;
/** Interval without failures, so that which addresses answer is known before they're needed. */
const SURVEY_MS = 5 * 60_000;
/** Slightly longer than the longest check. */
const REMEMBERED_MS = 40_000;
/** A loss is checked every second, and a check takes a second at most. */
const UNWATCHED_MS = 5000;

interface Look {
  readonly startedMs: number;
  readonly answering: ReadonlySet<Anchor>;
}

/** A lost route: one reach over one or both families. */
interface Loss {
  readonly target: FailedTarget;
  readonly sinceMs: number;
  /** When it was last checked. */
  lookedMs: number;
  /** When a check over this route that started after the loss succeeded. */
  contradictedMs: number | null;
}

/** Configures `OwnNetwork`; tests provide their own addresses and answers. */
export interface OwnNetworkOptions {
  readonly anchors: readonly Anchor[];
  /** Stores which addresses answered. */
  readonly file: string;
  readonly answers?: (anchor: Anchor) => Promise<boolean>;
}

/**
 * Decides whether a failure may be caused by the runner's own network, using connectivity checks to addresses that
 * answered before. They run when a check takes long or while the network is lost, at most once a second, or four
 * times a second while a failure waits for a decision.
 */
export class OwnNetwork {
  private readonly memory: AnswerMemory;
  private looks: Look[] = [];
  private running: Promise<Look> | null = null;
  /**
   * Current losses by reach and families. IPv6 may be back while IPv4 isn't, and a local network while its uplink
   * isn't.
   */
  private readonly losses = new Map<string, Loss>();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly options: OwnNetworkOptions) {
    this.memory = new AnswerMemory(options.file);
  }

  /** Runs the first connectivity check, and one every five minutes. */
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

  /** Records connectivity while a check of a healthy target takes long. It decides the outcome if the check fails. */
  watch(): void {
    if (this.options.anchors.length > 0) void this.look();
  }

  /**
   * Records a successful check of `address` that started at `startedMs` (monotonic). If the route there is considered
   * lost, this contradicts it; if the connectivity checks still fail, they're the ones to blame.
   */
  worked(startedMs: number, address: string | null): void {
    if (this.losses.size === 0 || address === null) return;
    const { reach, family } = placeOf(address);
    for (const loss of this.losses.values())
      if (startedMs > loss.sinceMs && reach === loss.target.reach && loss.target.families.includes(family))
        loss.contradictedMs ??= monotonicMs();
  }

  /**
   * Returns why a failed check that ran from `sinceMs` (monotonic) until now may be the fault of the runner's own
   * network; null when it's the target's. Runs the connectivity checks once more first, for two seconds at most.
   */
  async judge(target: FailedTarget, sinceMs: number): Promise<Suspicion | null> {
    if (target.reach === "loopback" || !this.couldTell(target)) return null;
    await this.lookAfter(monotonicMs());
    for (const look of this.looks) {
      // A connectivity check shortly before the check also counts: a check can fail immediately, and the network can
      // be back a moment later.
      if (look.startedMs < sinceMs - LOOK_AGAIN_MS) continue;
      const reason = this.lossIn(look, target);
      if (reason !== null) return this.lost(reason, target);
    }
    return null;
  }

  private lost(reason: string, target: FailedTarget): Suspicion {
    const kind = `${target.reach} network, IPv${target.families.join(" and IPv")}`;
    const nowMs = monotonicMs();
    const known = this.losses.get(kind);
    // Contradictions of a loss that is no longer checked are outdated as well.
    if (!known || nowMs - known.lookedMs > UNWATCHED_MS)
      this.losses.set(kind, { target, sinceMs: nowMs, lookedMs: nowMs, contradictedMs: null });
    return { kind, reason, again: () => this.lookAgain(kind) };
  }

  /** Returns why this route is still lost; null when it's back, or when its connectivity checks aren't credible. */
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

  /** Runs a connectivity check that starts at `atMs` or later; all callers share it. */
  private async lookAfter(atMs: number): Promise<void> {
    let last = await this.look(JUDGE_AGAIN_MS);
    while (last.startedMs < atMs && !this.stopped) {
      const waitMs = last.startedMs + JUDGE_AGAIN_MS - monotonicMs();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      last = await this.look(JUDGE_AGAIN_MS);
    }
  }

  /** Returns the running connectivity check, the last one if it's younger than `againMs`, else a new one. */
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

  /**
   * Ignores addresses that don't answer although targets do, because of a firewall or their own outage, until they
   * answer again.
   */
  private distrust(target: FailedTarget, look: Look): void {
    const silent = this.options.anchors.filter(
      (anchor) =>
        anchor.reach === target.reach &&
        target.families.includes(anchor.family) &&
        !look.answering.has(anchor),
    );
    this.memory.forget(silent.map(keyOf));
    log.warn("connectivity checks fail although targets respond; ignoring them until they succeed", {
      anchors: silent.map(keyOf),
    });
  }
}

function keyOf({ address, port }: Anchor): string {
  return `${address} ${port}`;
}
