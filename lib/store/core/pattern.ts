const anywhere = (text: string) => `%${text.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;

/**
 * Returns the `like` patterns that find a text anywhere in a lowercase one; none for an empty text. Texts are stored as they were
 * sent, so another Unicode spelling of the same characters has a pattern of its own.
 */
export function searchPatterns(text: string): string[] {
  if (text === "") return [];
  return [...new Set([text, text.normalize("NFC"), text.normalize("NFD")].map(anywhere))];
}

/** Adds a search to the values of a query and returns its condition. Unlike `like any`, an `or` uses the column's index. */
export function searchCondition(column: string, text: string, values: unknown[]): string {
  const conditions = searchPatterns(text).map((pattern) => `${column} like $${values.push(pattern)}`);
  return `(${conditions.join(" or ")})`;
}
