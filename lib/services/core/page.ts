import type { Found, Slice } from "@/lib/store/core/listed";

/** Requested part of a list. */
export interface Page extends Slice {
  /** Whether the response names the number of all items. */
  readonly withTotal?: boolean;
}

/** One page of a list and the total number of items. */
export interface Listed<Item> {
  readonly items: Item[];
  readonly total: number;
}

/** Returns found rows as the items of a list. */
export async function itemsOf<Row, Item>(
  found: Promise<Found<Row>>,
  toItem: (row: Row) => Item,
): Promise<Listed<Item>> {
  const { rows, total } = await found;
  return { items: rows.map((row) => toItem(row)), total };
}
