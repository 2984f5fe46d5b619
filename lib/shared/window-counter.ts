import { monotonicMs } from "./clock";

interface Window {
  used: number;
  readonly endsMs: number;
}

/**
 * Counts calls per key in fixed-length windows, in memory. Above `maxKeys` it drops the window that ends first, so that a
 * flood of keys costs neither memory nor time.
 */
export class WindowCounter {
  /** All windows have the same length, so that insertion order is expiry order. */
  readonly #windows = new Map<string, Window>();

  constructor(
    readonly windowMs: number,
    private readonly maxKeys: number,
  ) {}

  /** Returns how many calls the key's window has counted and how long it lasts. */
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
