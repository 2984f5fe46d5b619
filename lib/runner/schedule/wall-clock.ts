import { monotonicMs, now } from "@/lib/shared/clock";

const JUMP_MS = 2000;

/** Wall time for slots, watched against the monotonic clock: a jump is told instead of becoming a burst or a stall (F10, F11). */
export class WallClock {
  private offsetMs: number;

  constructor(
    private readonly wallMs: () => number = () => now().getTime(),
    private readonly steadyMs: () => number = monotonicMs,
    /** Told of each jump. */
    private readonly onJump: () => void = () => undefined,
  ) {
    this.offsetMs = this.wallMs() - this.steadyMs();
  }

  /** Epoch milliseconds. */
  read(): number {
    return this.wallMs();
  }

  /** Milliseconds the wall clock jumped since the last look; 0 when it ran on. Small drift is followed silently. */
  jump(): number {
    const offsetMs = this.wallMs() - this.steadyMs();
    const moved = offsetMs - this.offsetMs;
    this.offsetMs = offsetMs;
    if (Math.abs(moved) <= JUMP_MS) return 0;
    this.onJump();
    return moved;
  }
}
