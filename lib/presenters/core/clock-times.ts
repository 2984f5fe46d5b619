import { DAY_MS } from "@/lib/shared/durations";

/** As `clockTime` writes it, descriptions with its date, and the API. */
const CLOCK_TIME =
  /\b(?:(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))[ T])?((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?: UTC|Z)\b/;

export interface SplitText {
  readonly before: string;
  readonly time: Date;
  readonly hasDate: boolean;
  readonly after: string;
}

/** Splits a text at its first clock time in UTC. A time without a date is the one nearest to `at`. Returns null if there is none. */
export function splitAtClockTime(text: string, at: string): SplitText | null {
  const found = CLOCK_TIME.exec(text);
  if (!found) return null;
  const [whole, date, clock = ""] = found;
  return {
    before: text.slice(0, found.index),
    time: date ? new Date(`${date}T${clock}Z`) : nearest(clock, new Date(at)),
    hasDate: date !== undefined,
    after: text.slice(found.index + whole.length),
  };
}

function nearest(clock: string, at: Date): Date {
  const sameDayMs = Date.parse(`${at.toISOString().slice(0, 10)}T${clock}Z`);
  const days = Math.round((at.getTime() - sameDayMs) / DAY_MS);
  return new Date(sameDayMs + days * DAY_MS);
}
