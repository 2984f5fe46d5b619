import type { SelfCheckFailure } from "@/lib/contract/checks/self-check";
import type { Route } from "@/lib/domain/runners/connectivity";
import { selfCheckWords } from "@/lib/domain/runners/self-check";
import { reachOf } from "@/lib/probes/net/connectivity-check";
import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";

const REPEAT_MS = 1000;
/** A disconnected runner can't report a problem while it lasts, so it's reported for a while afterward. */
const RECOVERING_MS = 30_000;

/** Why a failure may be the runner's own fault. */
export interface Finding {
  /** Kind of failure; each kind has its own state. */
  readonly kind: string;
  readonly failure: SelfCheckFailure;
  /** The route that seems lost. A target that responds over it contradicts the finding. */
  readonly route?: Route;
  /**
   * Repeats the self-check. Returns how it still fails; null once it passes. `contradictedMs` is when a target first
   * contradicted it (monotonic).
   */
  readonly again: (contradictedMs: number | null) => Promise<SelfCheckFailure | null>;
}

interface Failing<T> {
  readonly is: "failing";
  readonly sinceMs: number;
  failure: SelfCheckFailure;
  readonly route: Route | undefined;
  contradictedMs: number | null;
  /** Subjects with an inconclusive failure. */
  readonly affected: Set<T>;
}

interface Recovering {
  readonly is: "recovering";
  readonly failure: SelfCheckFailure;
  readonly untilMs: number;
}

/** The states of all kinds that don't pass; see the chart in `self-check.ts`. */
export class CheckStates<T> {
  private readonly states = new Map<string, Failing<T> | Recovering>();
  private stopped = false;

  /** `onRecovered` gets the affected subjects, to be checked immediately. */
  constructor(private readonly onRecovered: (affected: readonly T[]) => void) {}

  /** Returns the failures of all states, failing ones first. */
  get failures(): SelfCheckFailure[] {
    const nowMs = monotonicMs();
    for (const [kind, state] of this.states)
      if (state.is === "recovering" && nowMs > state.untilMs) this.states.delete(kind);
    const states = [...this.states.values()].sort((a, b) => a.is.localeCompare(b.is));
    return states.map(({ failure }) => failure);
  }

  /** Records that a failure of `subject` is inconclusive because of the finding. */
  failed({ kind, failure, route, again }: Finding, subject: T): void {
    const state = this.states.get(kind);
    if (state?.is === "failing") {
      state.failure = failure;
      state.affected.add(subject);
      return;
    }
    const failing: Failing<T> = {
      is: "failing",
      sinceMs: monotonicMs(),
      failure,
      route,
      contradictedMs: null,
      affected: new Set([subject]),
    };
    this.states.set(kind, failing);
    log.warn("self-check failed; failures are inconclusive until it passes", {
      kind,
      reason: selfCheckWords([failure]),
    });
    void this.repeat(kind, failing, again);
  }

  /** Records that a target responded from `address` to a check that started at `startedMs` (monotonic). */
  responded(address: string | null, startedMs: number): void {
    if (this.states.size === 0 || address === null) return;
    const { reach, family } = reachOf(address);
    for (const state of this.states.values()) {
      if (state.is !== "failing" || startedMs <= state.sinceMs) continue;
      if (state.route?.reach === reach && state.route.families.includes(family))
        state.contradictedMs ??= monotonicMs();
    }
  }

  stop(): void {
    this.stopped = true;
  }

  private async repeat(kind: string, failing: Failing<T>, again: Finding["again"]): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, REPEAT_MS));
      if (this.stopped) return;
      const failure = await again(failing.contradictedMs);
      if (this.stopped) return;
      if (failure === null) break;
      failing.failure = failure;
    }
    log.info("self-check passed again", { kind });
    const untilMs = monotonicMs() + RECOVERING_MS;
    this.states.set(kind, { is: "recovering", failure: failing.failure, untilMs });
    this.onRecovered([...failing.affected]);
  }
}
