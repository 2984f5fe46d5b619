/**
 * Text from outside as PostgreSQL can store it in jsonb, at most `maxChars` UTF-16 units: no NUL, and no half of a pair, which a
 * cut through an emoji leaves. Both become U+FFFD.
 */
export function storableText(text: string, maxChars: number): string {
  const cut = text.length > maxChars ? text.slice(0, maxChars) : text;
  return cut.replaceAll("\0", "\uFFFD").toWellFormed();
}
