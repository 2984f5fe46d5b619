/** Time of day in UTC, `HH:MM:SS`, of epoch milliseconds. */
export function clockTime(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 19);
}

/** `1 region`, `3 regions`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** `once`, `twice`, `3 times`. */
export function times(number: number): string {
  if (number === 1) return "once";
  return number === 2 ? "twice" : `${number} times`;
}
