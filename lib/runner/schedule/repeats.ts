import type { CheckResult } from "@/lib/contract/checks/check";
import { CONFIRMATIONS_MAX } from "@/lib/contract/monitors/fields";

type Judged = Pick<CheckResult, "monitor" | "region" | "outcome">;

/**
 * What no verdict needs, in the order in which the results were made: what judges nothing, and of successes in a row those after as many
 * as any monitor asks for; where `alsoFailures`, of failures in a row too. When an outage begins and ends is in what is left (F23).
 */
export class Repeats {
  /** Results in a row of each monitor and region: failures count up from 0, successes down. */
  private readonly streaks = new Map<string, number>();

  constructor(private readonly alsoFailures: boolean) {}

  has({ monitor, region, outcome }: Judged): boolean {
    if (outcome !== "up" && outcome !== "down") return true;
    const pair = `${monitor} ${region}`;
    const before = this.streaks.get(pair) ?? 0;
    const after = outcome === "up" ? Math.min(before, 0) - 1 : Math.max(before, 0) + 1;
    this.streaks.set(pair, after);
    return after < -CONFIRMATIONS_MAX || (this.alsoFailures && after > CONFIRMATIONS_MAX);
  }
}
