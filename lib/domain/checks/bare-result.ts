import type { CheckResult } from "@/lib/contract/checks/check";
import { storableText } from "@/lib/shared/storable-text";

const MESSAGE_CHARS_MAX = 100;

/**
 * A result without all that a target may have written: its verdict. For where the server or its database refuses the whole, so that no
 * target is left without verdicts because of what it says.
 */
export function bareResult(result: CheckResult): CheckResult {
  const { hop_certificates: _hops, trace: _trace, error, ...kept } = result;
  return {
    ...kept,
    error: error && { code: error.code, message: storableText(error.message, MESSAGE_CHARS_MAX) },
    assertions: [],
    warnings: ["the details of this check were rejected; only its outcome was kept"],
    certificate: null,
    redirects: [],
  };
}
