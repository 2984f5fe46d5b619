import { monotonicMs } from "@/lib/shared/clock";

/** The one limit of a check: a single timer, handed from step to step. A timer a step would cost as much as reading the answer. */
export class Deadline {
  /** On the monotonic clock. */
  readonly atMs: number;
  private isOver = false;
  private readonly timer: NodeJS.Timeout;
  private onLate: () => void = () => undefined;

  constructor(timeoutMs: number) {
    this.atMs = monotonicMs() + timeoutMs;
    this.timer = setTimeout(() => {
      this.isOver = true;
      this.onLate();
    }, timeoutMs);
  }

  /** Names who is told when the time is over, instead of the step before. */
  watch(onLate: () => void): void {
    this.onLate = onLate;
    if (this.isOver) queueMicrotask(onLate);
  }

  /** Ends the timer; every check does so. */
  end(): void {
    clearTimeout(this.timer);
  }
}
