/** The cut of a list that a caller asked for. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** One page of a list and how many there are in all. */
export interface Listed<Item> {
  readonly items: Item[];
  readonly total: number;
}
