import { CROWD, REGIONS, TARGETS } from "../cast";
import type { Targets } from "./targets";

/** Each target fails and recovers in a rhythm of its own. Most failures are long enough to become incidents. */
const DOWN_MS = { least: 25_000, step: 700, steps: 23 };
const UP_MS = { least: 8000, step: 600, steps: 17 };
const EVERYWHERE = REGIONS.map((_, index) => index);

/** Targets of monitors in several projects that begin to flap within a few seconds. */
export class Crowd {
  private readonly timers = new Map<number, NodeJS.Timeout>();

  constructor(private readonly targets: Targets) {}

  start(): void {
    for (let index = 0; index < CROWD; index += 1)
      this.later(index, (index % 7) * 500, () => this.fall(index));
  }

  stop(): void {
    for (const [index, timer] of this.timers) {
      clearTimeout(timer);
      this.targets.heal(TARGETS + index);
    }
    this.timers.clear();
  }

  private fall(index: number): void {
    this.targets.fail({ target: TARGETS + index, failure: "status", regions: EVERYWHERE });
    this.later(index, DOWN_MS.least + DOWN_MS.step * (index % DOWN_MS.steps), () => this.rise(index));
  }

  private rise(index: number): void {
    this.targets.heal(TARGETS + index);
    this.later(index, UP_MS.least + UP_MS.step * (index % UP_MS.steps), () => this.fall(index));
  }

  private later(index: number, ms: number, step: () => void): void {
    this.timers.set(index, setTimeout(step, ms));
  }
}
