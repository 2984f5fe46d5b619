import { storesResults } from "@/lib/domain/core/disk-ballast";
import { monotonicMs } from "@/lib/shared/clock";
import { diskState } from "@/lib/shared/disk";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { isDiskFull } from "@/lib/store/core/away";

const LOGGED_AGAIN_MS = 60_000;

/** Whether the disk has room for more than decisions. */
export function hasRoomForResults(): boolean {
  return storesResults(diskState(), monotonicMs());
}

/**
 * Runs `work`, and again without storing `count` raw results when the database has no room for them: incidents and notifications come first.
 * `work` must be repeatable.
 */
export async function decisionsFirst<T>(
  count: number,
  work: (withResults: boolean) => Promise<T>,
): Promise<T> {
  const disk = diskState();
  if (hasRoomForResults()) {
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

/** Once a minute: a full disk is no place for a log of every check. */
function logDropped(count: number): void {
  const dropped = once("room.dropped", () => ({ results: 0, loggedMs: Number.NEGATIVE_INFINITY }));
  dropped.results += count;
  if (monotonicMs() - dropped.loggedMs < LOGGED_AGAIN_MS) return;
  log.error("the disk is full; check results are evaluated but not stored", { results: dropped.results });
  Object.assign(dropped, { results: 0, loggedMs: monotonicMs() });
}
