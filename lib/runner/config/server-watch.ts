import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { isRunning, readServer } from "./server-file";

const LOOK_MS = 1000;
/** How long the built-in runner continues without a server, so that a crash and restart cause no gap in the checks. */
export const OUTLIVE_MS = 60_000;

export interface ServerWatchOptions {
  readonly file: string;
  /** Called when another server has taken over the runner, possibly at another address. */
  readonly onAdopted: (controlUrl: string) => void;
  /** Called when no server came back, or none needs the runner anymore. */
  readonly onGone: () => void;
  readonly outliveMs?: number;
}

/** Watches the server that the built-in runner works for, and waits for the next one after a crash. */
export class ServerWatch {
  private timer: NodeJS.Timeout | undefined;
  private server: string | null = null;
  private goneMs: number | null = null;

  constructor(private readonly options: ServerWatchOptions) {}

  start(): void {
    this.timer = setInterval(() => this.look(), LOOK_MS);
    this.look();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const server = this.read();
    if (server === undefined) return;
    if (server === null) {
      this.end("no server needs this runner anymore");
      return;
    }
    const key = `${server.pid} ${server.identity}`;
    if (isRunning(server)) {
      if (this.server !== null && this.server !== key) {
        log.info("another server took over this runner", { pid: server.pid, control: server.controlUrl });
        this.options.onAdopted(server.controlUrl);
      }
      this.server = key;
      this.goneMs = null;
      return;
    }
    this.server ??= key;
    this.waitForNext();
  }

  private waitForNext(): void {
    const { outliveMs = OUTLIVE_MS } = this.options;
    const nowMs = monotonicMs();
    if (this.goneMs === null) {
      this.goneMs = nowMs;
      log.warn("the server is gone; checks continue until the next one takes over this runner", {
        outliveMs,
      });
    }
    if (nowMs - this.goneMs >= outliveMs) this.end("no server came back");
  }

  private end(why: string): void {
    this.stop();
    log.warn("runner stopping", { why });
    this.options.onGone();
  }

  /** Returns undefined when the file can't be read right now, for example without a free descriptor. */
  private read() {
    try {
      return readServer(this.options.file);
    } catch (error) {
      log.warn("can't determine whether the server is running", { error: String(error) });
      return undefined;
    }
  }
}
