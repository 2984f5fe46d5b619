import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { PingShell } from "./ping-shell";

/** The second is started only when seven programs wait for silent targets at once. */
const MOST_SHELLS = 4;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;
/** A shell that lived this long was fine: the next pause is short again. */
const HEALTHY_MS = 60_000;

/** The shells of this process: started when there is something to run, again with growing pauses when they die. */
export class PingShells {
  /** Moment on the monotonic clock before which none is started. */
  notBeforeMs = Number.NEGATIVE_INFINITY;
  private shells: PingShell[] = [];
  private pauseMs = 0;

  constructor(private readonly onGone: () => void) {}

  /** Null while all are busy, or the next may not be started yet. */
  withRoom(): PingShell | null {
    const shell = this.shells.find(({ hasRoom }) => hasRoom);
    if (shell) return shell;
    if (this.shells.length >= MOST_SHELLS || monotonicMs() < this.notBeforeMs) return null;
    return this.start();
  }

  private start(): PingShell | null {
    const startedMs = monotonicMs();
    try {
      const shell = new PingShell((how) => {
        this.shells = this.shells.filter((one) => one !== shell);
        this.failed(startedMs, how);
      });
      this.shells.push(shell);
      // One that the system could not start has no channels; its end is told in a moment.
      return shell.hasRoom ? shell : null;
    } catch (error) {
      this.failed(startedMs, String(error));
      return null;
    }
  }

  private failed(startedMs: number, how: string): void {
    const isHealthy = monotonicMs() - startedMs > HEALTHY_MS;
    this.pauseMs = isHealthy ? FIRST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS + 2 * this.pauseMs);
    this.notBeforeMs = monotonicMs() + this.pauseMs;
    log.warn("the shell that starts pings ended; the next ping starts another", {
      how,
      pauseMs: this.pauseMs,
    });
    this.onGone();
  }
}
