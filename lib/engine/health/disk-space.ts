import { storesResults } from "@/lib/domain/core/disk-ballast";
import { monotonicMs } from "@/lib/shared/clock";
import { diskState } from "@/lib/shared/disk";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { isDiskFull } from "@/lib/store/core/database-errors";

const LOGGED_AGAIN_MS = 60_000;

/** Returns whether the disk has space for more than decisions and the results they need. */
export function hasSpaceForResults(): boolean {
  return storesResults(diskState(), monotonicMs());
}

/**
 * Runs `work` with `count` results, and retries with only those that decisions need if the database runs out of space, because
 * incidents and notifications take priority. `work` must be repeatable.
 */
export async function decisionsFirst<T>(
  count: number,
  work: (withResults: boolean) => Promise<T>,
): Promise<T> {
  const disk = diskState();
  if (hasSpaceForResults()) {
    try {
      return await work(true);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      disk.resultRefusedMs = monotonicMs();
      await disk.release();
    }
  }
  try {
    const done = await work(false);
    logDropped(count);
    return done;
  } catch (error) {
    if (isDiskFull(error)) {
      disk.decisionRefusedMs = monotonicMs();
      await disk.release();
    }
    throw error;
  }
}

/** Logs at most once a minute, because the log must not fill the disk further. */
function logDropped(count: number): void {
  const dropped = once("disk.dropped", () => ({ results: 0, loggedMs: Number.NEGATIVE_INFINITY }));
  dropped.results += count;
  if (monotonicMs() - dropped.loggedMs < LOGGED_AGAIN_MS) return;
  log.error(
    "the disk is full; all check results are evaluated, but only those of failing monitors are stored",
    { results: dropped.results },
  );
  Object.assign(dropped, { results: 0, loggedMs: monotonicMs() });
}
