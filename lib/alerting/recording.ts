import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "@/lib/shared/clock";
import { warnRarely } from "@/lib/shared/log";
import { isTemporaryInDatabase } from "@/lib/store/core/database-errors";

const PAUSE_MS = 1000;

/**
 * Records the notifications that left this server. While the database is unavailable or out of space, it tries again until `isOver`, because
 * what isn't recorded is sent twice. A lost connection may hide that the record was written, so `record` learns whether it
 * runs again. Rethrows other errors, and the last one at the end.
 */
export async function untilRecorded<T>(
  record: (isAgain: boolean) => Promise<T>,
  isOver: () => boolean,
): Promise<T> {
  for (let isAgain = false; ; isAgain = true) {
    try {
      return await record(isAgain);
    } catch (error) {
      if (!isTemporaryInDatabase(error) || isOver()) throw error;
      warnRarely("what was sent can't be recorded; trying again", { error });
      await wait(PAUSE_MS);
    }
  }
}

/** Returns whether `forMs` have passed, each time it's called. */
export function after(forMs: number): () => boolean {
  const endMs = monotonicMs() + forMs;
  return () => monotonicMs() >= endMs;
}
