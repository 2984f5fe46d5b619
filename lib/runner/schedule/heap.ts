const FIRST_ROOM = 64;

/**
 * A binary heap of items by due time: push, pop, and move in O(log n). The times are in one separate array, because
 * reading 50,000 items would wait for memory at each step.
 */
export class DueHeap<T> {
  private items: T[] = [];
  private moments = new Float64Array(FIRST_ROOM);

  get size(): number {
    return this.items.length;
  }

  /** Due time of the first item; infinite when there is none. */
  get firstMs(): number {
    return this.items.length === 0 ? Number.POSITIVE_INFINITY : (this.moments[0] as number);
  }

  peek(): T | undefined {
    return this.items[0];
  }

  clear(): void {
    this.items = [];
    this.moments = new Float64Array(FIRST_ROOM);
  }

  push(item: T, dueMs: number): void {
    let at = this.items.length;
    this.items.push(item);
    if (at === this.moments.length) this.grow();
    const { items, moments } = this;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const aboveMs = moments[parent] as number;
      if (aboveMs <= dueMs) break;
      items[at] = items[parent] as T;
      moments[at] = aboveMs;
      at = parent;
    }
    items[at] = item;
    moments[at] = dueMs;
  }

  pop(): T | undefined {
    const top = this.items[0];
    const last = this.items.pop();
    if (last !== undefined && this.items.length > 0) {
      this.sink(last, this.moments[this.items.length] as number);
    }
    return top;
  }

  /** Moves the first item to a later time. */
  moveFirst(dueMs: number): void {
    const [first] = this.items;
    if (first !== undefined) this.sink(first, dueMs);
  }

  /** Puts an item at the top and moves it down to its place. */
  private sink(item: T, dueMs: number): void {
    const { items, moments } = this;
    const size = items.length;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      let childMs = moments[child] as number;
      if (child + 1 < size && (moments[child + 1] as number) < childMs) {
        child += 1;
        childMs = moments[child] as number;
      }
      if (childMs >= dueMs) break;
      items[at] = items[child] as T;
      moments[at] = childMs;
      at = child;
    }
    items[at] = item;
    moments[at] = dueMs;
  }

  private grow(): void {
    const larger = new Float64Array(2 * this.moments.length);
    larger.set(this.moments);
    this.moments = larger;
  }
}
