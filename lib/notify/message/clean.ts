const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const CONTROL_BUT_BREAKS = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** One line without control and direction characters: for subjects, titles and headers (T13). */
export function oneLine(text: string): string {
  return text.replace(CONTROL, " ").replace(/ {2,}/g, " ").trim();
}

/** Text with its line breaks, without other control characters. */
export function plainText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(CONTROL_BUT_BREAKS, "").trim();
}

/**
 * At most `max` UTF-16 units, the last one an ellipsis when something was cut; never within a character. Some vendors count code
 * points, some these units: this is within both.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** At most `max` units of what `escaped` makes of the text: cut before escaping, so that no escape is cut in two. */
export function cutEscaped(text: string, max: number, escaped: (text: string) => string): string {
  let length = max;
  for (;;) {
    const whole = escaped(cut(text, length));
    if (whole.length <= max) return whole;
    length -= Math.max(1, Math.floor((whole.length - max) / 8));
  }
}

/** At most `max` bytes of UTF-8, cut between code points. */
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

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
