/** A binary heap: the item with the smallest `dueMs` on top; push and pop in O(log n). */
export class DueHeap<T extends { readonly dueMs: number }> {
  private items: T[] = [];

  get size(): number {
    return this.items.length;
  }

  peek(): T | undefined {
    return this.items[0];
  }

  clear(): void {
    this.items = [];
  }

  push(item: T): void {
    const { items } = this;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent] as T;
      if (above.dueMs <= item.dueMs) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  pop(): T | undefined {
    const { items } = this;
    const top = items[0];
    const last = items.pop();
    if (top === undefined || last === undefined || items.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      const right = items[child + 1];
      if (right !== undefined && right.dueMs < (items[child] as T).dueMs) child += 1;
      const below = items[child] as T;
      if (below.dueMs >= last.dueMs) break;
      items[at] = below;
      at = child;
    }
    items[at] = last;
    return top;
  }
}
