/** How far `with_total=about` counts. The browser imports this file without the schema parser. */
export const COUNTED_MAX = 10_000;
