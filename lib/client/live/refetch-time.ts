/** How soon a read is fetched again: after a change that it shows, after another monitor's status changed, or after results. */
export type Urgency = "change" | "status" | "routine";

/** Shortest time between two fetches of a read; up to a third longer, so that tabs don't fetch together. */
const SPACING_MS: Record<Urgency, number> = { change: 2000, status: 10_000, routine: 15_000 };
/** Changes in quick succession cause one fetch. Longer than the server shares a read, so that it contains the change. */
const GATHER_MS = 400;
const SPREAD_MS = 600;

/** Returns when to fetch a read again that was last fetched at `fetchedMs`. `random` is from 0 to 1. */
export function refetchAt(urgency: Urgency, fetchedMs: number, nowMs: number, random: number): number {
  const gathered = nowMs + GATHER_MS + random * SPREAD_MS;
  // The server's clock stamped what came with the page, and may be ahead.
  const spaced = Math.min(fetchedMs, nowMs) + SPACING_MS[urgency] * (1 + random / 3);
  return Math.max(gathered, spaced);
}
