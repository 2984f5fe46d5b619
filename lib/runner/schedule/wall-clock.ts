import { monotonicMs, now } from "@/lib/shared/clock";

const JUMP_MS = 2000;

/**
 * The wall time for slots, compared with the monotonic clock, so that a jump is reported instead of causing a burst
 * or a stall.
 */
export class WallClock {
  private offsetMs: number;

  constructor(
    private readonly wallMs: () => number = () => now().getTime(),
    private readonly steadyMs: () => number = monotonicMs,
    /** Called for each jump. */
    private readonly onJump: () => void = () => undefined,
  ) {
    this.offsetMs = this.wallMs() - this.steadyMs();
  }

  /** Epoch milliseconds. */
  read(): number {
    return this.wallMs();
  }

  /**
   * Returns by how many milliseconds the wall clock jumped since the last call; 0 when it didn't. Small drift is
   * followed silently.
   */
  jump(): number {
    const offsetMs = this.wallMs() - this.steadyMs();
    const moved = offsetMs - this.offsetMs;
    this.offsetMs = offsetMs;
    if (Math.abs(moved) <= JUMP_MS) return 0;
    this.onJump();
    return moved;
  }
}
