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
