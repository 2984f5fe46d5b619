const collator = new Intl.Collator("en-US", { numeric: true });

/** Compares texts in the order in which people read them: `Shop 2` before `Shop 10`. */
export const naturalOrder = (one: string, other: string) => collator.compare(one, other);
