import type { CheckResult } from "@/lib/contract/checks/check";
import { CONSECUTIVE_MAX } from "@/lib/contract/monitors/fields";
import { isConclusive } from "@/lib/domain/checks/region-state";

type Judged = Pick<CheckResult, "monitor" | "region" | "outcome">;

/**
 * Finds results that no decision needs, in the order they were created: inconclusive ones, and successes beyond as
 * many consecutive ones as any monitor requires. With `alsoFailures`, consecutive failures too. The rest still shows
 * when each outage starts and ends.
 */
export class Repeats {
  /** Consecutive results of each monitor and region: failures count up from 0, successes down. */
  private readonly streaks = new Map<string, number>();

  constructor(private readonly alsoFailures: boolean) {}

  has({ monitor, region, outcome }: Judged): boolean {
    if (!isConclusive(outcome)) return true;
    const pair = `${monitor} ${region}`;
    const before = this.streaks.get(pair) ?? 0;
    const after = outcome === "up" ? Math.min(before, 0) - 1 : Math.max(before, 0) + 1;
    this.streaks.set(pair, after);
    return after < -CONSECUTIVE_MAX || (this.alsoFailures && after > CONSECUTIVE_MAX);
  }
}
