/** The longest text that lists search for. */
const MOST_CHARS = 250;

/** Parses the search text of a URL, without characters that no name contains. */
export function searchText(given: string | null): string {
  return (given ?? "").replace(/\p{Cc}/gu, "").slice(0, MOST_CHARS);
}
