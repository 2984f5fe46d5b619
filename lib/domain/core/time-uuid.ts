import { randomUUID } from "node:crypto";

const COUNTS = 4096;
let counted = 0;
let lastMs = 0;

/** Returns a UUID of version 7 for a time in epoch milliseconds. Those of one process sort in the order in which they were made. */
export function uuidAt(ms: number): string {
  if (ms > lastMs) {
    lastMs = ms;
    counted = 0;
  } else counted = (counted + 1) % COUNTS;
  const time = ms.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counted.toString(16).padStart(3, "0")}-${randomUUID().slice(19)}`;
}
