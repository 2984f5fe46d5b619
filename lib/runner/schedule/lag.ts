import { monotonicMs } from "@/lib/shared/clock";

const STEP_MS = 50;
const KEPT = 256;
/** How long a stall affects later checks. */
const REMEMBERED_MS = 1000;

/**
 * Measures the event loop's lag while checks are running. It's idle otherwise, because a hundred wake-ups a second
 * would cost more than a small installation's checks.
 */
export class LagMeter {
  private timer: NodeJS.Timeout | undefined;
  private lastMs = 0;
  private most = 0;
  private mostAtMs = 0;
  private readonly kept: number[] = [];
  private at = 0;

  begin(): void {
    if (this.timer) return;
    this.lastMs = monotonicMs();
    this.timer = setInterval(() => this.step(), STEP_MS);
  }

  end(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /**
   * Returns the longest lag of the last second, including a current one, because late work often runs before the
   * timer.
   */
  maxMs(): number {
    const nowMs = monotonicMs();
    const current = this.timer ? nowMs - this.lastMs - STEP_MS : 0;
    return Math.max(nowMs - this.mostAtMs > REMEMBERED_MS ? 0 : this.most, current, 0);
  }

  p99Ms(): number {
    const sorted = [...this.kept].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  }

  private step(): void {
    const nowMs = monotonicMs();
    const lagMs = Math.max(0, nowMs - this.lastMs - STEP_MS);
    this.lastMs = nowMs;
    if (lagMs >= this.most || nowMs - this.mostAtMs > REMEMBERED_MS) {
      this.most = lagMs;
      this.mostAtMs = nowMs;
    }
    this.kept[this.at] = lagMs;
    this.at = (this.at + 1) % KEPT;
  }
}
