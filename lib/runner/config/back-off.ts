const FIRST_MS = 250;
const MOST_MS = 10_000;
/** A server that asks for more is asked again sooner: a wrong header must not silence a region. */
const ASKED_MAX_MS = 60_000;

/** Growing pauses with jitter between tries at a server that is away. */
export class BackOff {
  private tries = 0;

  /** Milliseconds to wait before the next try: at least what the server asked for (Retry-After), up to a minute. */
  next(askedMs: number | null = null): number {
    const base = Math.min(MOST_MS, FIRST_MS * 2 ** this.tries);
    this.tries = Math.min(this.tries + 1, 20);
    const ownMs = base / 2 + Math.random() * (base / 2);
    // Asked ones come a little later each: all runners were asked at the same moment.
    return askedMs === null
      ? ownMs
      : Math.max(ownMs, Math.min(askedMs, ASKED_MAX_MS) * (1 + Math.random() / 10));
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
