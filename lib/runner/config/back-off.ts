const FIRST_MS = 250;
const MOST_MS = 10_000;
/** The limit for Retry-After, so that a wrong header can't silence a region. */
const ASKED_MAX_MS = 60_000;

/** Computes growing pauses with jitter between attempts to reach the server. */
export class BackOff {
  private tries = 0;

  /**
   * Returns the milliseconds until the next attempt: at least what the server asked for (Retry-After), up to a
   * minute.
   */
  next(askedMs: number | null = null): number {
    const base = Math.min(MOST_MS, FIRST_MS * 2 ** this.tries);
    this.tries = Math.min(this.tries + 1, 20);
    const ownMs = base / 2 + Math.random() * (base / 2);
    // Adds jitter, because the server asked all runners at the same moment.
    return askedMs === null
      ? ownMs
      : Math.max(ownMs, Math.min(askedMs, ASKED_MAX_MS) * (1 + Math.random() / 10));
  }

  reset(): void {
    this.tries = 0;
  }
}

/** Waits, or returns early when aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
  });
}
