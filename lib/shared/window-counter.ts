import { monotonicMs } from "./clock";

interface Window {
  used: number;
  readonly endsMs: number;
}

/**
 * Counts calls per key in windows of a fixed length, in memory. Above `maxKeys` the window that ends first is forgotten, so that a
 * flood of keys costs neither memory nor time.
 */
export class WindowCounter {
  /** All windows have one length: the order in which they began is the order in which they end. */
  readonly #windows = new Map<string, Window>();

  constructor(
    readonly windowMs: number,
    private readonly maxKeys: number,
  ) {}

  /** Returns how many calls the key's window has seen and how long it still lasts. */
  read(key: string): { used: number; leftMs: number } {
    const window = this.#current(key);
    return { used: window?.used ?? 0, leftMs: window ? window.endsMs - monotonicMs() : this.windowMs };
  }

  count(key: string): void {
    const window = this.#current(key);
    if (window) window.used += 1;
    else this.#begin(key);
  }

  /** Takes one call back. */
  forgive(key: string): void {
    const window = this.#current(key);
    if (window) window.used = Math.max(0, window.used - 1);
  }

  #current(key: string): Window | null {
    const window = this.#windows.get(key);
    return window && window.endsMs > monotonicMs() ? window : null;
  }

  #begin(key: string): void {
    this.#windows.delete(key);
    this.#windows.set(key, { used: 1, endsMs: monotonicMs() + this.windowMs });
    for (const [old, { endsMs }] of this.#windows) {
      if (endsMs > monotonicMs() && this.#windows.size <= this.maxKeys) break;
      this.#windows.delete(old);
    }
  }
}
