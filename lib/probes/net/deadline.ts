import { monotonicMs } from "@/lib/shared/clock";

/** A check's only time limit: a single timer, passed from step to step. A timer per step would cost as much as reading the response. */
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

  /** Sets the callback for when the time is up, replacing the previous step's. */
  watch(onLate: () => void): void {
    this.onLate = onLate;
    if (this.isOver) queueMicrotask(onLate);
  }

  /** Stops the timer. Every check calls it. */
  end(): void {
    clearTimeout(this.timer);
  }
}
