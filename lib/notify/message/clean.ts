const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const CONTROL_BUT_BREAKS = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Returns one line without control and direction characters, so that subjects, titles, and headers can't be injected into. */
export function oneLine(text: string): string {
  return text.replace(CONTROL, " ").replace(/ {2,}/g, " ").trim();
}

/** Removes all control characters except line breaks and tabs. */
export function plainText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(CONTROL_BUT_BREAKS, "").trim();
}

/**
 * Truncates to at most `max` UTF-16 units, ending in an ellipsis, never within a character. Some vendors count code points and some
 * UTF-16 units; the result is within both limits.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Truncates so that the escaped text has at most `max` units. Cuts before escaping, so that no escape sequence is split. */
export function cutEscaped(text: string, max: number, escaped: (text: string) => string): string {
  let length = max;
  for (;;) {
    const whole = escaped(cut(text, length));
    if (whole.length <= max) return whole;
    length -= Math.max(1, Math.floor((whole.length - max) / 8));
  }
}

/** Truncates to at most `max` bytes of UTF-8, between code points. */
export function cutBytes(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text;
  let bytes = Buffer.byteLength("…");
  let kept = "";
  for (const point of text) {
    bytes += Buffer.byteLength(point);
    if (bytes > max) break;
    kept += point;
  }
  return `${kept}…`;
}
