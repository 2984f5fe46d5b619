import { monotonicMs } from "@/lib/shared/clock";

/** Time for a check to end and close its connections once its time is up. */
const GRACE_MS = 500;

/** A check's only time limit: a single timer, passed from step to step. A timer per step would cost as much as reading the response. */
export class Deadline {
  /** On the monotonic clock. */
  readonly atMs: number;
  private isOver = false;
  private timer: NodeJS.Timeout;
  private onLate: () => void = () => undefined;
  private onOverdue: () => void = () => undefined;

  constructor(timeoutMs: number) {
    this.atMs = monotonicMs() + timeoutMs;
    this.timer = setTimeout(() => {
      this.isOver = true;
      this.timer = setTimeout(() => this.onOverdue(), GRACE_MS);
      this.onLate();
    }, timeoutMs);
  }

  /** Sets the callback for when the time is up, replacing the previous step's. */
  watch(onLate: () => void): void {
    this.onLate = onLate;
    if (this.isOver) queueMicrotask(onLate);
  }

  /** Sets the callback for when the check still hasn't ended a moment after its time was up. */
  watchOverdue(onOverdue: () => void): void {
    this.onOverdue = onOverdue;
  }

  /** Stops the timer. Every check calls it. */
  end(): void {
    clearTimeout(this.timer);
  }
}
