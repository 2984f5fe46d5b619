interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Handles items one batch at a time. Each batch takes what was added while the previous one was handled, so a single item never
 * waits for others. If a batch fails, its items are handled one by one, so that one of them fails alone.
 */
export class Batcher<Item, Group> {
  readonly #handle: (items: readonly Item[], group: Group) => Promise<void>;
  readonly #most: number;
  readonly #groupOf: (item: Item) => Group;
  readonly #sizeOf: (item: Item) => number;
  #waiting: Waiting<Item>[] = [];
  #isBusy = false;

  /**
   * A batch is of one group, and its items' sizes are at most `most` together, unless the first alone is larger. A failed `handle` must
   * have had no effect.
   */
  constructor(
    handle: (items: readonly Item[], group: Group) => Promise<void>,
    most: number,
    groupOf: (item: Item) => Group,
    sizeOf: (item: Item) => number = () => 1,
  ) {
    this.#handle = handle;
    this.#most = most;
    this.#groupOf = groupOf;
    this.#sizeOf = sizeOf;
  }

  /** Resolves when the item is handled. */
  add(item: Item): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#isBusy) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      const group = this.#groupOf(first.item);
      await this.#runBatch(this.#take(group), group);
    }
    this.#isBusy = false;
  }

  /** Takes the oldest waiting items of a group, in their order. */
  #take(group: Group): Waiting<Item>[] {
    const taken: Waiting<Item>[] = [];
    let size = 0;
    const others = this.#waiting.filter((one) => {
      if (size >= this.#most || this.#groupOf(one.item) !== group) return true;
      size += this.#sizeOf(one.item);
      if (size > this.#most && taken.length > 0) return true;
      taken.push(one);
      return false;
    });
    this.#waiting = others;
    return taken;
  }

  async #runBatch(batch: readonly Waiting<Item>[], group: Group): Promise<void> {
    try {
      await this.#handle(
        batch.map(({ item }) => item),
        group,
      );
      for (const { resolve } of batch) resolve();
    } catch (error) {
      const [only, ...others] = batch;
      if (others.length > 0) for (const one of batch) await this.#runBatch([one], group);
      else only?.reject(error);
    }
  }
}
