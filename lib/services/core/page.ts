import type { Slice } from "@/lib/store/core/listed";

/** What part of a list is requested. */
export interface Page extends Slice {
  /** Whether the response names the number of all items. */
  readonly withTotal?: boolean;
}

/** One page of a list and the total number of items. */
export interface Listed<Item> {
  readonly items: Item[];
  readonly total: number;
}
