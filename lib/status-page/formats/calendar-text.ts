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

/** Long enough that one edit rarely follows another within it, and short enough that 31 bits count six years. */
const REVISION_MS = 100;

interface Dated {
  readonly createdAt: Date;
  readonly changedAt: Date;
}

/**
 * Returns the lines that change with everything that an event shows: its own edits, and those of its page, whose address it
 * contains. SEQUENCE must increase (RFC 5546 §2.1.4).
 */
export function versionLines(item: Dated, page: Dated): string[] {
  const sinceMs = (one: Dated) => Math.max(0, one.changedAt.getTime() - one.createdAt.getTime());
  const changedAt = new Date(Math.max(item.changedAt.getTime(), page.changedAt.getTime()));
  return [
    `DTSTAMP:${utcStamp(changedAt)}`,
    `LAST-MODIFIED:${utcStamp(changedAt)}`,
    `SEQUENCE:${Math.floor(sinceMs(item) / REVISION_MS) + Math.floor(sinceMs(page) / REVISION_MS)}`,
  ];
}
