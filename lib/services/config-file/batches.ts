/** Yields items in ID order, reading `size` at a time: those with higher IDs than the last one. */
export async function* inBatches<Item extends { readonly id: number }>(
  size: number,
  read: (afterId: number, limit: number) => Promise<Item[]>,
): AsyncGenerator<Item, void> {
  for (let afterId = 0; ; ) {
    const items = await read(afterId, size);
    yield* items;
    const last = items.at(-1);
    if (!last || items.length < size) return;
    afterId = last.id;
  }
}
