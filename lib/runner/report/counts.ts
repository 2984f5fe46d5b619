/** Of what runs no more, so many keys keep their place beside twice those that run. */
const IDLE_MAX = 10_000;

/**
 * How often each key is taken. What is given back keeps its place in the map: taking a key out and putting it in again, as checks that end and
 * begin would, makes the map's table anew every few times, and each of those tables outlives the young heap (C6).
 */
export class Counts<Key> {
  private counts = new Map<Key, number>();
  private inUse = 0;

  /** Keys that are taken now. */
  get busy(): number {
    return this.inUse;
  }

  /** Keys that have a place. */
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

  /** Does nothing for a key that is not taken. */
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
