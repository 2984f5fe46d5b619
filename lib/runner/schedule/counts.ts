/** The map keeps up to twice the keys in use, plus this many. */
const IDLE_MAX = 10_000;

/**
 * Counts how often each key is in use. A released key stays in the map: removing and adding it again, as checks do,
 * would make the map rebuild its table every few operations, and each of those tables outlives the young heap.
 */
export class Counts<Key> {
  private counts = new Map<Key, number>();
  private inUse = 0;

  /** Number of keys in use. */
  get busy(): number {
    return this.inUse;
  }

  /** Number of keys in the map. */
  get kept(): number {
    return this.counts.size;
  }

  of(key: Key): number {
    return this.counts.get(key) ?? 0;
  }

  add(key: Key): void {
    const before = this.of(key);
    if (before === 0) this.inUse += 1;
    this.counts.set(key, before + 1);
    if (this.counts.size > 2 * this.inUse + IDLE_MAX) this.forgetIdle();
  }

  /** Does nothing for a key that isn't in use. */
  takeAway(key: Key): void {
    const before = this.of(key);
    if (before === 0) return;
    if (before === 1) this.inUse -= 1;
    this.counts.set(key, before - 1);
  }

  private forgetIdle(): void {
    const taken = new Map<Key, number>();
    for (const [key, count] of this.counts) if (count > 0) taken.set(key, count);
    this.counts = taken;
  }
}
