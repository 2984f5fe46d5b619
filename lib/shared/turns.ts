import { setImmediate } from "node:timers/promises";
import { monotonicMs } from "./clock";

const TURN_MS = 20;

/** Divides long work, so that it never holds up the event loop for long. */
export class Turns {
  #beganMs = monotonicMs();

  /** Lets others go first if this turn has taken its 20 ms. */
  async pause(): Promise<void> {
    if (monotonicMs() - this.#beganMs < TURN_MS) return;
    await setImmediate();
    this.#beganMs = monotonicMs();
  }
}
