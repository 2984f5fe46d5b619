/** The longest text that lists search for. */
const MOST_CHARS = 250;

/** Parses the text to search for from a URL, without what no name contains. */
export function searchText(given: string | null): string {
  return (given ?? "").replace(/\p{Cc}/gu, "").slice(0, MOST_CHARS);
}
