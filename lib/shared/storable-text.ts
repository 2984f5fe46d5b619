/**
 * Returns text that PostgreSQL can store in jsonb, at most `maxChars` UTF-16 units long. NUL and unpaired surrogates, which
 * cutting through an emoji leaves, become U+FFFD.
 */
export function storableText(text: string, maxChars: number): string {
  const cut = text.length > maxChars ? text.slice(0, maxChars) : text;
  return cut.replaceAll("\0", "\uFFFD").toWellFormed();
}
