// Controls are C0 and C1 (Unicode Cc). Bidi_Control characters reorder the text around them, but the marks U+061C, U+200E and
// U+200F are legitimate in longer Arabic and Hebrew texts.

/** Matches characters that a single-line text must not contain: control and direction characters, and any kind of line break. */
export const FORBIDDEN_IN_LINE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/** Matches what a multi-line text must not contain; LF, CR LF, tabs, and direction marks are allowed. */
export const FORBIDDEN_IN_TEXT = /[^\P{Cc}\t\n\r]|\r(?!\n)|[\u202a-\u202e\u2066-\u2069]/u;

/** Matches characters that a URL must not contain, because a person couldn't see it or would see other parts out of order. */
export const FORBIDDEN_IN_URL = /[\p{Cc}\p{Z}\p{Bidi_Control}]/u;
