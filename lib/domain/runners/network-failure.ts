import type { CheckResult } from "@/lib/contract/checks/check";
import { protocolContracts } from "@/lib/contract/protocols/lookup";

/** Codes that every protocol shares. */
const SHARED_CODES = /^(?:dns_|connect_|tls_timeout$)/;
const PROTOCOL_CODES: ReadonlySet<string> = new Set(
  protocolContracts.flatMap(({ errors }) =>
    Object.entries(errors).flatMap(([code, cause]) => (cause === "network" ? [code] : [])),
  ),
);

/** Returns whether the runner's own network or name servers could cause a failure. They never cause a wrong response. */
export function isNetworkFailure({ outcome, error }: Pick<CheckResult, "outcome" | "error">): boolean {
  const code = error?.code ?? "";
  return outcome === "down" && (SHARED_CODES.test(code) || PROTOCOL_CODES.has(code));
}
