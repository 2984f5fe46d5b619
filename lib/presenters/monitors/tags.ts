/** Returns the tags of a text in which commas or spaces separate them, each once. */
export function tagsOf(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter(Boolean))];
}
