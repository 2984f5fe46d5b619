import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { isDatabaseUnavailable } from "@/lib/store/core/database-errors";

/** Longer than the connection pool waits for a restarting database. */
const WAIT_MS = 6_000;
/** After a failure, readers get the error immediately for this long, so that they don't all wait for a hanging database. */
const REST_MS = 3_000;

/** Reads from the database for a visitor, who never waits longer than six seconds. */
export async function briefRead<T>(read: () => Promise<T>): Promise<T> {
  const state = once("pages.brief-read", () => ({ restUntilMs: Number.NEGATIVE_INFINITY }));
  if (monotonicMs() < state.restUntilMs) throw silence();
  const limit = new AbortController();
  try {
    return await Promise.race([
      read(),
      wait(WAIT_MS, undefined, limit).then(() => Promise.reject(silence())),
    ]);
  } catch (error) {
    if (isDatabaseUnavailable(error)) state.restUntilMs = monotonicMs() + REST_MS;
    throw error;
  } finally {
    limit.abort();
  }
}

function silence(): Error {
  return Object.assign(new Error("the database doesn't answer"), { code: "ETIMEDOUT" });
}
