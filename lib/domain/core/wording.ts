/** Formats epoch milliseconds as `HH:MM:SS` in UTC. */
export function clockTime(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 19);
}

/** Returns `1 region` or `3 regions`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Returns `1 check` or `3 consecutive checks`. */
export function consecutive(checks: number): string {
  return checks === 1 ? "1 check" : `${checks} consecutive checks`;
}

const UNITS = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
] as const;

/** Formats seconds in the two largest units: `4 s`, `3 min 29 s`, `2 h 5 min`, `6 d 4 h`. Leaves out seconds from 10 minutes. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const at = UNITS.findIndex(([, size]) => whole >= size);
  if (at < 0) return "0 s";
  let rest = whole;
  const parts: string[] = [];
  for (const [unit, size] of UNITS.slice(at, at + 2)) {
    const number = Math.floor(rest / size);
    rest -= number * size;
    if (number > 0 && !(unit === "s" && parts.length > 0 && whole >= 600)) parts.push(`${number} ${unit}`);
  }
  return parts.join(" ");
}
