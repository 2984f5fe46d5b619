import type { CheckResult } from "@/lib/contract/checks/check";

export interface ShownFailure {
  readonly what: string;
  readonly atMs: number;
}

const AGAIN_MS = 3600_000;

/**
 * Whether the evidence of a result goes along: a failure unlike the one before it, and once an hour while it lasts. An outage of many
 * monitors would otherwise fill the spool with the same page. Gives what is remembered of the pair next.
 */
export function newsOf(
  result: CheckResult,
  before: ShownFailure | null,
  nowMs: number,
): { isNews: boolean; shown: ShownFailure | null } {
  if (result.outcome === "up") return { isNews: false, shown: null };
  // Nothing to show says nothing about what was shown: an inconclusive check between two failures makes no news.
  if (!result.trace) return { isNews: false, shown: before };
  const what = `${result.error?.code} ${result.status_code}`;
  if (before?.what === what && nowMs - before.atMs < AGAIN_MS) return { isNews: false, shown: before };
  return { isNews: true, shown: { what, atMs: nowMs } };
}
