interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Handles items one batch at a time. Each batch takes everything that was added while the previous one was handled, so a single
 * item never waits for others. If a batch fails, its items are handled one by one, so that one of them fails alone.
 */
export class Batcher<Item> {
  readonly #handle: (items: readonly Item[]) => Promise<void>;
  readonly #mostItems: number;
  #waiting: Waiting<Item>[] = [];
  #isBusy = false;

  /** A failed `handle` must have had no effect. */
  constructor(handle: (items: readonly Item[]) => Promise<void>, mostItems: number) {
    this.#handle = handle;
    this.#mostItems = mostItems;
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
    while (this.#waiting.length > 0) await this.#runBatch(this.#waiting.splice(0, this.#mostItems));
    this.#isBusy = false;
  }

  async #runBatch(batch: readonly Waiting<Item>[]): Promise<void> {
    try {
      await this.#handle(batch.map(({ item }) => item));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      const [only, ...others] = batch;
      if (others.length > 0) for (const one of batch) await this.#runBatch([one]);
      else only?.reject(error);
    }
  }
}
