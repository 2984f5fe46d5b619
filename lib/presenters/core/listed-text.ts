/** Returns the items of a string that separates them with commas or spaces, each once. */
export function listOf(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter(Boolean))];
}

/** Returns the items of a string; null when it has none. */
export function listOrNull(text: string): string[] | null {
  const items = listOf(text);
  return items.length > 0 ? items : null;
}
