const FIRST_MS = 250;
const MOST_MS = 10_000;

/** Growing pauses with jitter between tries at a server that is away. */
export class BackOff {
  private tries = 0;

  /** Milliseconds to wait before the next try. */
  next(): number {
    const base = Math.min(MOST_MS, FIRST_MS * 2 ** this.tries);
    this.tries = Math.min(this.tries + 1, 20);
    return base / 2 + Math.random() * (base / 2);
  }

  reset(): void {
    this.tries = 0;
  }
}

/** Waits, or ends early when stopped. */
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
