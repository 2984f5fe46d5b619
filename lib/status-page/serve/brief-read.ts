import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { databaseAnswers } from "@/lib/store/core/connection/connection-check";
import { unavailableForMs } from "@/lib/store/core/connection/patient-pool";
import { isTemporaryInDatabase } from "@/lib/store/core/database-errors";

/** Longer than the connection pool waits for a restarting database. */
const WAIT_MS = 6_000;
/** After a failure, readers get the error immediately for this long, so that they don't all wait for a hanging database. */
const REST_MS = 3_000;
/** Visitors don't wait for a database that has been unavailable for this long. */
const AWAY_MS = 500;
const LOOK_MS = 50;
/** While visitors wait, the database is asked this often whether it answers at all. */
const ASK_MS = 400;

/**
 * Reads from the database for a visitor, who never waits longer than six seconds, and not for a database that refuses
 * connections or hangs. What needs no read is answered from memory however long that lasts.
 */
export async function briefRead<T>(read: () => Promise<T>): Promise<T> {
  const state = once("pages.brief-read", () => ({ restUntilMs: Number.NEGATIVE_INFINITY }));
  if (monotonicMs() < state.restUntilMs) throw silence();
  const end = new AbortController();
  try {
    return await Promise.race([read(), givenUp(end.signal)]);
  } catch (error) {
    if (isTemporaryInDatabase(error)) state.restUntilMs = monotonicMs() + REST_MS;
    throw error;
  } finally {
    end.abort();
  }
}

/** Fails once the database has been unavailable for half a second, doesn't answer at all, or takes too long. */
async function givenUp(signal: AbortSignal): Promise<never> {
  const untilMs = monotonicMs() + WAIT_MS;
  let askMs = monotonicMs() + ASK_MS;
  while (unavailableForMs() < AWAY_MS && monotonicMs() < untilMs) {
    await wait(LOOK_MS, undefined, { signal });
    if (monotonicMs() < askMs) continue;
    if (!(await databaseAnswers())) break;
    askMs = monotonicMs() + ASK_MS;
  }
  throw silence();
}

function silence(): Error {
  return Object.assign(new Error("the database doesn't answer"), { code: "ETIMEDOUT" });
}
