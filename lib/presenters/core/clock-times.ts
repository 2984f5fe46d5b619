const DAY_MS = 86_400_000;
/** As `clockTime` writes it, but not the time of a whole date. */
const CLOCK_TIME = /(?<!\d )\b((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d) UTC\b/;

export interface SplitText {
  readonly before: string;
  readonly time: Date;
  readonly after: string;
}

/** Splits a text at its first clock time in UTC, which becomes the time nearest to `at`. Returns null without one. */
export function splitAtClockTime(text: string, at: string): SplitText | null {
  const found = CLOCK_TIME.exec(text);
  if (!found) return null;
  const [whole, clock = ""] = found;
  return {
    before: text.slice(0, found.index),
    time: nearest(clock, new Date(at)),
    after: text.slice(found.index + whole.length),
  };
}

function nearest(clock: string, at: Date): Date {
  const sameDayMs = Date.parse(`${at.toISOString().slice(0, 10)}T${clock}Z`);
  const days = Math.round((at.getTime() - sameDayMs) / DAY_MS);
  return new Date(sameDayMs + days * DAY_MS);
}
