// Controls are C0 and C1 (Unicode Cc). Direction controls turn what stands beside them around (Unicode Bidi_Control); of those, the marks
// U+061C, U+200E and U+200F belong into longer Arabic and Hebrew texts.

/** What a text of one line must not contain: control and direction characters, and line breaks of any kind. */
export const FORBIDDEN_IN_LINE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/** What a text of several lines must not contain: line feeds, tabs and direction marks are allowed. */
export const FORBIDDEN_IN_TEXT = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/u;

/** Replaces CR LF, as HTML forms and Windows send it, by LF. */
export function withLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
