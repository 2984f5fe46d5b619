/** Limit and offset of a requested list. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
  /** Whether the response names the number of all items. */
  readonly withTotal?: boolean;
}

/** One page of a list and the total number of items. */
export interface Listed<Item> {
  readonly items: Item[];
  readonly total: number;
}
