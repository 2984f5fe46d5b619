/** Wakes one waiter. A ring before the wait is not lost. */
export class Bell {
  #rung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Resolves at the next ring, after `limitMs`, or when the signal aborts. */
  async wait(limitMs: number, signal: AbortSignal): Promise<void> {
    if (!this.#rung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          this.#wake = null;
          resolve();
        };
        const timer = setTimeout(done, limitMs);
        signal.addEventListener("abort", done, { once: true });
        this.#wake = done;
      });
    }
    this.#rung = false;
  }
}
