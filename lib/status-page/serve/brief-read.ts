import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { isDatabaseUnavailable } from "@/lib/store/core/database-errors";
import { unavailableForMs } from "@/lib/store/core/patient-pool";

/** Longer than the connection pool waits for a restarting database. */
const WAIT_MS = 6_000;
/** After a failure, readers get the error immediately for this long, so that they don't all wait for a hanging database. */
const REST_MS = 3_000;
/** Visitors don't wait for a database that has been unavailable for this long. */
const AWAY_MS = 500;
const LOOK_MS = 50;

/**
 * Reads from the database for a visitor, who never waits longer than six seconds, and not for a database that refuses
 * connections.
 */
export async function briefRead<T>(read: () => Promise<T>): Promise<T> {
  const state = once("pages.brief-read", () => ({ restUntilMs: Number.NEGATIVE_INFINITY }));
  if (monotonicMs() < state.restUntilMs) throw silence();
  try {
    return await unlessAway(read, AWAY_MS, WAIT_MS);
  } catch (error) {
    if (isDatabaseUnavailable(error)) state.restUntilMs = monotonicMs() + REST_MS;
    throw error;
  }
}

/** Does work for a visitor, but fails once the database has been unavailable for `awayMs`, or after `limitMs`. */
export async function unlessAway<T>(
  work: () => Promise<T>,
  awayMs: number,
  limitMs = Number.POSITIVE_INFINITY,
): Promise<T> {
  const end = new AbortController();
  const givenUp = async (): Promise<never> => {
    const untilMs = monotonicMs() + limitMs;
    while (unavailableForMs() < awayMs && monotonicMs() < untilMs)
      await wait(LOOK_MS, undefined, { signal: end.signal });
    throw silence();
  };
  try {
    return await Promise.race([work(), givenUp()]);
  } finally {
    end.abort();
  }
}

function silence(): Error {
  return Object.assign(new Error("the database doesn't answer"), { code: "ETIMEDOUT" });
}
