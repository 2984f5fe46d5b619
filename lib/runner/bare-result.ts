import type { CheckResult } from "@/lib/contract/check";

const MESSAGE_CHARS_MAX = 100;

/**
 * A result without all that a target may have written: its verdict. Handed in where the server refused the whole, so that no target
 * is left without verdicts because of what it says.
 */
export function bareResult(result: CheckResult): CheckResult {
  const { hop_certificates: _hops, trace: _trace, error, ...kept } = result;
  return {
    ...kept,
    error: error && { code: error.code, message: error.message.slice(0, MESSAGE_CHARS_MAX).toWellFormed() },
    assertions: [],
    warnings: ["the server refused the details of this check: only its verdict was kept"],
    certificate: null,
    redirects: [],
  };
}
