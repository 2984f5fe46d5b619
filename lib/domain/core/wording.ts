/** Formats epoch milliseconds as `HH:MM:SS` in UTC. */
export function clockTime(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 19);
}

/** Returns `1 region`, `3 regions`, or `1,251 regions`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

/** Returns `1 check` or `3 consecutive checks`. */
export function consecutive(checks: number): string {
  return checks === 1 ? "1 check" : `${checks} consecutive checks`;
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;
export type DurationUnit = (typeof UNITS)[number][0];
const SYMBOLS: Record<DurationUnit, string> = { day: "d", hour: "h", minute: "min", second: "s" };

/** From here on, hours don't matter. */
const LONG_DAYS = 100;

/** Divides seconds into the two largest units. Leaves out seconds from 10 minutes, hours from 100 days, and units that are zero. */
export function durationParts(seconds: number): { unit: DurationUnit; number: number }[] {
  const whole = Math.max(0, Math.round(seconds));
  const at = UNITS.findIndex(([, size]) => whole >= size);
  if (at < 0) return [{ unit: "second", number: 0 }];
  let rest = whole;
  const parts: { unit: DurationUnit; number: number }[] = [];
  for (const [unit, size] of UNITS.slice(at, at + 2)) {
    const number = Math.floor(rest / size);
    rest -= number * size;
    const isTooFine = (unit === "second" && whole >= 600) || (unit === "hour" && whole >= LONG_DAYS * 86_400);
    if (number > 0 && !(parts.length > 0 && isTooFine)) parts.push({ unit, number });
  }
  return parts;
}

/** Formats seconds in the two largest units: `4 s`, `3 min 29 s`, `2 h 5 min`, `6 d 4 h`. Leaves out seconds from 10 minutes. */
export function duration(seconds: number): string {
  return durationParts(seconds).map(partText).join(" ");
}

/** Formats seconds in their largest unit only, rounded down, for how long ago something was: `3 min`. */
export function roughDuration(seconds: number): string {
  return durationParts(seconds).slice(0, 1).map(partText).join();
}

function partText({ unit, number }: { unit: DurationUnit; number: number }): string {
  return `${number < 1000 ? number : number.toLocaleString("en")} ${SYMBOLS[unit]}`;
}
