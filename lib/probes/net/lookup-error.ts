import { ProbeError } from "./probe-error";
import { isResourceExhausted } from "./resource-exhausted";

const UNANSWERED = ["ETIMEOUT", "ECONNREFUSED"];
/** The name servers said that there's no such name, or no record of the type. */
export const NO_SUCH_NAME: readonly string[] = ["ENOTFOUND", "ENODATA"];

/** Returns the error of a name without addresses, from the codes of both families. */
export function dnsError(name: string, codes: readonly string[]): ProbeError {
  const error = lookupError(name, codes);
  if (!name.endsWith(".local")) return error;
  return new ProbeError(
    error.code,
    `${error.message}; mDNS names (.local) aren't resolved, so use the device's IP address or a name that the name servers know`,
  );
}

function lookupError(name: string, codes: readonly string[]): ProbeError {
  const answered = codes.filter((code) => !UNANSWERED.includes(code));
  if (answered.some(isResourceExhausted))
    return new ProbeError("runner_overloaded", `${name}: the runner couldn't query the name servers`);
  if (answered.length === 0) return new ProbeError("dns_timeout", `${name}: the name servers didn't answer`);
  if (answered.some((code) => code !== "EBADNAME" && !NO_SUCH_NAME.includes(code)))
    return new ProbeError("dns_failed", `${name}: the name servers answered ${responseNames(answered)}`);
  if (answered.length < codes.length) {
    const message = `${name}: one address family has no records, and the name servers didn't answer for the other in time`;
    return new ProbeError("dns_timeout", message);
  }
  // Text that isn't a valid name, like `a..b` in a redirect, is never queried.
  if (answered.includes("EBADNAME")) return new ProbeError("dns_not_found", `${name}: not a valid name`);
  const finding = answered.includes("ENOTFOUND") ? "the name doesn't exist" : "the name has no address";
  return new ProbeError("dns_not_found", `${name}: ${finding}`);
}

/** Returns the names of the response codes (RFC 1035 §4.1.1) without repeats: `SERVFAIL` for ESERVFAIL and ESERVFAIL. */
function responseNames(codes: readonly string[]): string {
  return [...new Set(codes)].map((code) => code.replace(/^E/, "")).join(", ");
}
