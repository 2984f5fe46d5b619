/** Wakes one waiter. A signal sent before the wait is not lost. */
export class WakeSignal {
  #sent = false;
  #wake: (() => void) | null = null;

  send(): void {
    this.#sent = true;
    this.#wake?.();
  }

  /** Resolves at the next signal, after `limitMs`, or when the signal aborts. */
  async wait(limitMs: number, signal: AbortSignal): Promise<void> {
    if (!this.#sent && !signal.aborted) {
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
    this.#sent = false;
  }
}
