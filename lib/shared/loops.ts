import { monotonicMs } from "./clock";
import { once } from "./once";

/** A loop without a round for this long has stopped. Each takes a round at least every 15 s, even while its work fails. */
const STALLED_MS = 60_000;

interface Loop {
  readonly name: string;
  roundMs: number;
}

function running(): Set<Loop> {
  return once("shared.loops", () => new Set<Loop>());
}

/** Registers a loop that this process must never lose. Call `round` after every round, failed ones included. */
export function watchedLoop(name: string): { round(): void; end(): void } {
  const loop = { name, roundMs: monotonicMs() };
  running().add(loop);
  return {
    round: () => {
      loop.roundMs = monotonicMs();
    },
    end: () => {
      running().delete(loop);
    },
  };
}

/** Returns the names of this process's loops that have stopped. */
export function stoppedLoops(): string[] {
  const sinceMs = monotonicMs() - STALLED_MS;
  return [...running()].filter(({ roundMs }) => roundMs < sinceMs).map(({ name }) => name);
}
