import { readFileSync, writeFileSync } from "node:fs";
import { uptime } from "node:os";
import { setTimeout } from "node:timers/promises";
import { clockCorrection } from "@/lib/domain/runners/clock";
import { keepTimeBy, machineMs, monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";

/** Smaller differences aren't worth moving checks for. */
const TOLERANCE_MS = 1000;
/** A larger drift between wall clock and monotonic clock means that one was set or the machine slept. */
const JUMP_MS = 2000;

/** How old the kept time of the server may be. */
const KEEP_EVERY_MS = 30_000;

/** Keeps the server's time over restarts, in epoch milliseconds. */
interface LastTime {
  /** Returns 0 if there is none. */
  read(): number;
  write(ms: number): void;
}

const NOT_KEPT: LastTime = { read: () => 0, write: () => undefined };

/** Keeps the server's time in a file. A disk that refuses costs nothing but that. */
function lastTimeIn(file: string): LastTime {
  return {
    read: () => {
      try {
        return Number(readFileSync(file, "utf8")) || 0;
      } catch {
        return 0;
      }
    },
    write: (ms) => {
      try {
        writeFileSync(file, String(ms), { mode: 0o600 });
      } catch (error) {
        log.debug("can't keep the server's time", { file, error: String(error) });
      }
    },
  };
}

/** Returns the time since the machine started, which includes sleep but not clock changes. */
const sinceStartMs = () => uptime() * 1000;

/**
 * Tracks how far this machine's clock is ahead of the server's. All times of this process follow the server's clock,
 * which is the database's, so that a machine with a wrong clock still checks at the right slots and reports the right
 * times. Without the server, time continues from its last response, whatever the machine's clock is set to; after a restart, it's the
 * machine's, but not before that response.
 */
export class ServerTime {
  private aheadMs = 0;
  /** The server's last known time, before which it can't be. */
  private floorMs: number;
  private isConfirmed = false;
  private onAnswer: () => void = () => undefined;
  private readonly answered = new Promise<void>((resolve) => {
    this.onAnswer = resolve;
  });
  /** Differences from the monotonic clock when last compared. */
  private wallApartMs: number;
  private startApartMs: number;

  constructor(
    private readonly wallMs: () => number = machineMs,
    private readonly steadyMs: () => number = monotonicMs,
    private readonly uptimeMs: () => number = sinceStartMs,
    private readonly kept: LastTime = NOT_KEPT,
  ) {
    this.floorMs = kept.read();
    this.aheadMs = Math.min(0, wallMs() - this.floorMs);
    this.wallApartMs = wallMs() - steadyMs();
    this.startApartMs = uptimeMs() - steadyMs();
  }

  /** Returns the time of a process that keeps its server's in a file. */
  static keptIn(file: string): ServerTime {
    return new ServerTime(machineMs, monotonicMs, sinceStartMs, lastTimeIn(file));
  }

  /** Milliseconds ahead; negative when behind, 0 until a response shows otherwise. */
  get machineAheadMs(): number {
    return this.aheadMs;
  }

  /** Epoch milliseconds by the server's clock. */
  readMs(): number {
    const [wallMs, steadyMs] = [this.wallMs(), this.steadyMs()];
    const jumpMs = wallMs - steadyMs - this.wallApartMs;
    this.wallApartMs += jumpMs;
    if (Math.abs(jumpMs) > JUMP_MS) this.ignoreStep(jumpMs, steadyMs);
    return wallMs - this.aheadMs;
  }

  /**
   * Follows the part of a jump that was sleep. Before the first response, the machine's clock is the best information, unless it is before
   * the server's last known time.
   */
  private ignoreStep(jumpMs: number, steadyMs: number): void {
    const sleptMs = this.uptimeMs() - steadyMs - this.startApartMs;
    this.startApartMs += sleptMs;
    const isWrong = this.isConfirmed || this.wallMs() < this.floorMs;
    this.aheadMs = isWrong ? this.aheadMs + jumpMs - sleptMs : 0;
  }

  /**
   * Learns from a response that carried `serverTime` (ISO 8601) and took `tookMs`. Returns true when the time was corrected.
   */
  learn(serverTime: string, tookMs: number): boolean {
    this.onAnswer();
    this.isConfirmed = true;
    this.keepLast(Date.parse(serverTime));
    const byMs = clockCorrection(this.readMs(), { saidMs: Date.parse(serverTime), tookMs }, TOLERANCE_MS);
    if (byMs === 0) return false;
    this.aheadMs -= byMs;
    const machineAheadMs = Math.round(this.aheadMs);
    log.warn("corrected the time to the server's", { byMs: Math.round(byMs), machineAheadMs });
    return true;
  }

  private keepLast(saidMs: number): void {
    if (Math.abs(saidMs - this.floorMs) < KEEP_EVERY_MS) return;
    this.floorMs = saidMs;
    this.kept.write(saidMs);
  }

  /** Resolves when the server has answered once, or after `withinMs` without an answer. */
  async known(withinMs: number): Promise<void> {
    const wait = new AbortController();
    const late = setTimeout(withinMs, undefined, { signal: wait.signal, ref: false }).catch(() => undefined);
    await Promise.race([this.answered, late]);
    wait.abort();
  }

  /** Makes `now()` of this process return the server's time. */
  keep(): void {
    keepTimeBy(() => this.readMs());
  }

  /** Makes `now()` return the machine's time again. */
  release(): void {
    keepTimeBy(null);
  }
}
