/** Limit and offset of a requested list. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** One page of a list and the total number of items. */
export interface Listed<Item> {
  readonly items: Item[];
  readonly total: number;
}
