import type { ErrorCode } from "@/lib/contract/checks/check";

/** Errors that are never the target's fault. */
const CODES: ReadonlySet<string> = new Set<ErrorCode>([
  "blocked_address",
  "runner_overloaded",
  "runner_offline",
  "runner_is_fallback",
  "unsupported",
]);

/** Returns whether this error code says nothing about the target. */
export function isInconclusive(code: string): boolean {
  return CODES.has(code);
}
