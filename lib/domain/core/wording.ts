/** Time of day in UTC, `HH:MM:SS`, of epoch milliseconds. */
export function clockTime(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 19);
}

/** `1 region`, `3 regions`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Returns `1 check` or `3 consecutive checks`. */
export function consecutive(checks: number): string {
  return checks === 1 ? "1 check" : `${checks} consecutive checks`;
}
