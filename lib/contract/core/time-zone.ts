import { text } from "./fields";

/** Whether the name is an IANA time zone that this machine knows; bare offsets (`+02:00`) are none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** An IANA time zone by name. */
export const TimeZone = text(1, 64).refine(isTimeZone, {
  error: ({ path, input }) =>
    `The ${String(path?.at(-1) ?? "time zone")} field must be an IANA time zone such as Europe/Berlin; given was ${String(input)}.`,
});
