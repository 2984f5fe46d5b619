const FIRST_ROOM = 64;

/**
 * Tracks running items, oldest first, with their start times in milliseconds. It uses two permanent lists because a
 * map whose few entries come and go is rebuilt every few checks, and each old table outlives the young heap.
 */
export class InFlight<T> {
  private readonly items: (T | null)[] = new Array<T | null>(FIRST_ROOM).fill(null);
  private since = new Float64Array(FIRST_ROOM);
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** Starts an item, or restarts a running one. `sinceMs` must not be before any other item's. */
  begin(item: T, sinceMs: number): void {
    this.end(item);
    if (this.count === this.items.length) this.grow();
    this.items[this.count] = item;
    this.since[this.count] = sinceMs;
    this.count += 1;
  }

  /** Ends an item and returns its start time; undefined when it wasn't running. */
  end(item: T): number | undefined {
    const { items, since, count } = this;
    let at = 0;
    while (at < count && items[at] !== item) at += 1;
    if (at === count) return undefined;
    const sinceMs = since[at];
    for (; at + 1 < count; at += 1) {
      items[at] = items[at + 1] as T;
      since[at] = since[at + 1] as number;
    }
    items[at] = null;
    this.count -= 1;
    return sinceMs;
  }

  /** Visits items from the oldest until `look` returns false. */
  oldest(look: (item: T, sinceMs: number) => boolean): void {
    for (let at = 0; at < this.count; at += 1)
      if (!look(this.items[at] as T, this.since[at] as number)) return;
  }

  private grow(): void {
    const larger = new Float64Array(2 * this.since.length);
    larger.set(this.since);
    this.since = larger;
    while (this.items.length < larger.length) this.items.push(null);
  }
}
