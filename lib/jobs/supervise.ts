import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";

/** Work that should run until it's stopped. */
export interface Running {
  /** Settles when it has ended, for whatever reason. */
  readonly ended: Promise<unknown>;
  stop(): Promise<unknown>;
}

export interface Supervision {
  readonly what: string;
  readonly start: () => Promise<Running>;
  /** Called when all restarts have failed. */
  readonly onGivenUp: () => void;
  /** Pauses before each restart. One that works for `wellMs` starts over with the first. */
  readonly pausesMs?: readonly number[];
  readonly wellMs?: number;
}

const PAUSES_MS = [1000, 2000, 4000, 8000, 16_000];
const WELL_MS = 60_000;

/** Starts work, and starts it again whenever it ends unasked. Throws if the first start fails. */
export async function supervise(supervision: Supervision): Promise<{ stop(): Promise<void> }> {
  const { what, start, onGivenUp, pausesMs = PAUSES_MS, wellMs = WELL_MS } = supervision;
  const stopping = new AbortController();
  let running: Running | null = await start();
  const keepRunning = async () => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const startedMs = monotonicMs();
      const error = running
        ? await running.ended.then(
            () => null,
            (reason: unknown) => reason,
          )
        : null;
      if (stopping.signal.aborted) return;
      if (running && monotonicMs() - startedMs >= wellMs) failures = 0;
      const pauseMs = pausesMs[failures];
      failures += 1;
      if (pauseMs === undefined) {
        log.error(`${what} can't be kept running`, { failures, error });
        return onGivenUp();
      }
      log.error(`${what} stopped; starting it again`, { afterMs: pauseMs, error });
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      running = await start().catch((reason: unknown) => {
        log.error(`${what} could not be started`, { error: reason });
        return null;
      });
    }
    await running?.stop();
  };
  const kept = keepRunning();
  return {
    stop: async () => {
      stopping.abort();
      await running?.stop();
      await kept;
    },
  };
}
