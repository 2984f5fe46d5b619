import type { CheckResult } from "@/lib/contract/checks/check";

export interface ShownFailure {
  readonly what: string;
  readonly atMs: number;
}

const AGAIN_MS = 3600_000;

/**
 * Decides whether a result carries its request and response: for a failure unlike the one before it, and once an hour
 * while it lasts. Otherwise an outage of many monitors would fill the spool with the same page. Also returns what to
 * remember for the pair.
 */
export function newsOf(
  result: CheckResult,
  before: ShownFailure | null,
  nowMs: number,
): { isNews: boolean; shown: ShownFailure | null } {
  if (result.outcome === "up") return { isNews: false, shown: null };
  // An inconclusive check between two equal failures doesn't make the second one news.
  if (!result.trace) return { isNews: false, shown: before };
  const what = `${result.error?.code} ${result.status_code}`;
  if (before?.what === what && nowMs - before.atMs < AGAIN_MS) return { isNews: false, shown: before };
  return { isNews: true, shown: { what, atMs: nowMs } };
}
