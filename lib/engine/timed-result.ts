import type { CheckResult } from "@/lib/contract/checks/check";
import { byStart, type JudgedResult } from "@/lib/domain/checks/region-state";
import { startInOurTime } from "@/lib/domain/checks/result-times";

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

/** Sorts results in the order in which the checks ran, so that the decisions don't depend on the order of arrival. */
export function sortResults(
  results: readonly CheckResult[],
  region: string | null,
  { nowMs, leadMs }: { nowMs: number; leadMs: number },
): TimedResult[] {
  return results
    .filter((result) => region === null || result.region === region)
    .map((result) => {
      const stampedMs = Date.parse(result.started_at);
      const startedAt = startInOurTime(stampedMs, leadMs, nowMs);
      // The scheduled time stays unchanged because it identifies the result if the runner sends it again.
      const corrected =
        startedAt === stampedMs ? result : { ...result, started_at: new Date(startedAt).toISOString() };
      const { region: from, scheduled_at } = result;
      return { result: corrected, region: from, scheduledAt: Date.parse(scheduled_at), startedAt };
    })
    .sort(byStart);
}
