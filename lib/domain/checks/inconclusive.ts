import type { ErrorCode } from "@/lib/contract/checks/check";

/** Never the target's fault: these judge nothing. */
const CODES: ReadonlySet<string> = new Set<ErrorCode>([
  "blocked_address",
  "runner_overloaded",
  "runner_offline",
  "runner_stands_in",
  "unsupported",
]);

/** Whether a check that ended with this error code says nothing about its target. */
export function isInconclusive(code: string): boolean {
  return CODES.has(code);
}
