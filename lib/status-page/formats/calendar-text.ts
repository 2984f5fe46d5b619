/** Returns `20260301T010000Z`. */
export const utcStamp = (date: Date) => `${date.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

/** Escapes separators and line breaks of a TEXT value and removes other control characters (RFC 5545 §3.3.11). */
export function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, (char) => `\\${char}`)
    .replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, "\\n")
    .replace(/[^\P{Cc}\t]|[\u202a-\u202e\u2066-\u2069]/gu, "");
}

/** Folds a line at 75 octets, between characters (RFC 5545 §3.1). */
export function fold(line: string): string {
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const char of line) {
    const size = Buffer.byteLength(char);
    if (octets + size > 75) {
      parts.push(part);
      part = " ";
      octets = 1;
    }
    part += char;
    octets += size;
  }
  return [...parts, part].join("\r\n");
}

/** Returns the lines that change with every edit of an event. SEQUENCE must increase. */
export function versionLines(createdAt: Date, changedAt: Date): string[] {
  return [
    `DTSTAMP:${utcStamp(changedAt)}`,
    `LAST-MODIFIED:${utcStamp(changedAt)}`,
    `SEQUENCE:${Math.max(0, Math.floor((changedAt.getTime() - createdAt.getTime()) / 1000))}`,
  ];
}
