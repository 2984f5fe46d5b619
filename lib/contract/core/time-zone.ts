import { text } from "./fields";
import { fieldName } from "./wording";

/** Spellings that were found to be right, because asking costs as much as everything else in reading a heartbeat's rules. */
const known = new Set<string>();
const KNOWN_MAX = 1000;

/** Returns whether the name is an IANA time zone that this machine knows. Bare offsets (`+02:00`) are rejected. */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    if (known.size < KNOWN_MAX) known.add(name);
    return true;
  } catch {
    return false;
  }
}

export const TimeZone = text(1, 64).refine(isTimeZone, {
  error: ({ path, input }) =>
    `${fieldName(path)} must be an IANA time zone such as Europe/Berlin; got ${String(input)}.`,
});
