import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { isRunning, readServer } from "./server-file";

const LOOK_MS = 1000;
/** How long the built-in runner goes on without a server, so that a crash and a restart leave no gap in what was checked. */
export const OUTLIVE_MS = 60_000;

export interface ServerWatchOptions {
  readonly file: string;
  /** Another server has taken the runner over, perhaps at another address. */
  readonly onAdopted: (controlUrl: string) => void;
  /** No server came back, or none wants the runner any more. */
  readonly onGone: () => void;
  readonly outliveMs?: number;
}

/** Watches the server that the built-in runner works for, and waits for the next one when it crashed. */
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
      this.end("no server wants this runner any more");
      return;
    }
    const key = `${server.pid} ${server.identity}`;
    if (isRunning(server)) {
      if (this.server !== null && this.server !== key) {
        log.info("another server took this runner over", { pid: server.pid, control: server.controlUrl });
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
      log.warn("the server is gone: checks go on until the next one takes this runner over", { outliveMs });
    }
    if (nowMs - this.goneMs >= outliveMs) this.end("no server came back");
  }

  private end(why: string): void {
    this.stop();
    log.warn("the runner stops", { why });
    this.options.onGone();
  }

  /** Undefined when it can't be read at this moment, as without a descriptor. */
  private read() {
    try {
      return readServer(this.options.file);
    } catch (error) {
      log.warn("it can't be seen whether the server runs", { error: String(error) });
      return undefined;
    }
  }
}
