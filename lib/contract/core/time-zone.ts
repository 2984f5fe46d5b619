import { text } from "./fields";
import { fieldName } from "./wording";

/** Returns whether the name is an IANA time zone that this machine knows. Bare offsets (`+02:00`) are rejected. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const TimeZone = text(1, 64).refine(isTimeZone, {
  error: ({ path, input }) =>
    `${fieldName(path)} must be an IANA time zone such as Europe/Berlin; got ${String(input)}.`,
});
