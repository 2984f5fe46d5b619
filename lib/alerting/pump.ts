import { setTimeout } from "node:timers/promises";
import { log } from "@/lib/shared/log";

/**
 * A round that follows another one collects what has come due in the meantime, because one row costs about as much as
 * thirty.
 */
const GATHERED_MS = 10;

/** Repeats work while it finds something to do, then waits to be woken. */
export class Pump {
  readonly #what: string;
  readonly #work: () => Promise<number>;
  #isStopped = false;
  #isWoken = false;
  #endWait: (() => void) | null = null;
  #running: Promise<void> | null = null;

  /** `work` returns how much it found. */
  constructor(what: string, work: () => Promise<number>) {
    this.#what = what;
    this.#work = work;
  }

  start(): void {
    this.#running = this.#run();
  }

  wake(): void {
    this.#isWoken = true;
    this.#endWait?.();
  }

  /** Resolves when the work that is running has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.#isWoken = false;
      const found = await this.#tried();
      if (found > 0) await setTimeout(GATHERED_MS);
      else if (!this.#isWoken) await this.#wait();
    }
  }

  async #tried(): Promise<number> {
    try {
      return await this.#work();
    } catch (error) {
      log.error("notifications could not be processed; trying again shortly", { what: this.#what, error });
      return 0;
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#endWait = () => {
        this.#endWait = null;
        resolve();
      };
    });
  }
}
