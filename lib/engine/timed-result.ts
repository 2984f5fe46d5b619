import type { CheckResult } from "@/lib/contract/checks/check";
import type { JudgedResult } from "@/lib/domain/checks/region-state";

/** A result with its times in epoch milliseconds. */
export interface TimedResult {
  readonly result: CheckResult;
  readonly region: string;
  readonly scheduledAt: number;
  readonly startedAt: number;
}

/** Returns what the rules for regions read of a result. */
export function judged({
  result: { outcome, error },
  region,
  scheduledAt,
  startedAt,
}: TimedResult): JudgedResult {
  return { region, outcome, error, scheduledAt, startedAt };
}

/** Returns whole milliseconds of microseconds. */
export function toMs(micros: number | null): number | null {
  return micros === null ? null : Math.round(micros / 1000);
}
