import { within } from "@/lib/shared/within";

const FIRST_MS = 1000;
/** Interval without failures. It shows what answers before that is needed. */
export const SURVEY_MS = 5 * 60_000;

/**
 * Asks what a self-check relies on at once and every five minutes. As long as too little has ever answered, it asks again sooner,
 * after twice as long each time: a machine that just started may be too busy, or its network not ready yet.
 */
export class Surveys {
  private timer: NodeJS.Timeout | undefined;
  private delayMs = FIRST_MS;
  private isStopped = false;

  constructor(
    private readonly ask: () => Promise<unknown>,
    private readonly hasEnough: () => boolean,
  ) {}

  start(): void {
    // A survey that never ends doesn't stop the next one.
    void within<unknown>(this.ask(), SURVEY_MS, () => null).finally(() => {
      if (this.isStopped) return;
      const waitMs = this.hasEnough() ? SURVEY_MS : this.delayMs;
      this.delayMs = Math.min(SURVEY_MS, 2 * this.delayMs);
      this.timer = setTimeout(() => this.start(), waitMs);
      this.timer.unref();
    });
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }
}
