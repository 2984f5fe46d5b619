import type { CheckResult } from "@/lib/contract/checks/check";
import { storableText } from "@/lib/shared/storable-text";

const MESSAGE_CHARS_MAX = 100;

/**
 * Strips everything the checked server may have written and keeps only the outcome. Used when the server or database
 * rejects a full result, so that no monitor loses its results because of response content.
 */
export function bareResult(result: CheckResult): CheckResult {
  const { hop_certificates: _hops, trace: _trace, details: _details, error, ...kept } = result;
  return {
    ...kept,
    error: error && { code: error.code, message: storableText(error.message, MESSAGE_CHARS_MAX) },
    assertions: [],
    warnings: ["the details of this check were rejected; only its outcome was kept"],
    certificate: null,
    redirects: [],
  };
}
