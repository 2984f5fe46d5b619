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
  readonly #mostItems: number;
  readonly #groupOf: (item: Item) => Group;
  #waiting: Waiting<Item>[] = [];
  #isBusy = false;

  /** A batch is of one group. A failed `handle` must have had no effect. */
  constructor(
    handle: (items: readonly Item[], group: Group) => Promise<void>,
    mostItems: number,
    groupOf: (item: Item) => Group,
  ) {
    this.#handle = handle;
    this.#mostItems = mostItems;
    this.#groupOf = groupOf;
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
    while (this.#waiting.length > 0) {
      const taken = this.#waiting.splice(0, this.#mostItems);
      const groups = new Set(taken.map(({ item }) => this.#groupOf(item)));
      for (const group of groups)
        await this.#runBatch(
          taken.filter(({ item }) => this.#groupOf(item) === group),
          group,
        );
    }
    this.#isBusy = false;
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
