/** Describes a failure, to decide whether two monitors have the same problem. Null means unknown. */
export interface Problem {
  /** Phase that failed: dns, connect, tls, assertion, or a protocol. */
  readonly class: string | null;
  readonly host: string | null;
  readonly address: string | null;
  /** SHA-256 fingerprint of the server's certificate. */
  readonly certificate: string | null;
}

/** Returns the class of an error code: the part before the first underscore. */
export function errorClass(code: string | null | undefined): string | null {
  return code ? (code.split("_")[0] ?? null) : null;
}

/** Returns the lowercase host from a monitor's stored request. */
export function hostOf(request: Record<string, unknown>): string | null {
  if (typeof request.host === "string") return request.host.toLowerCase();
  try {
    return new URL(String(request.url)).hostname.toLowerCase();
  } catch {
    return null;
  }
}

/** Returns whether two failures have the same error class and share a host, address, or certificate. */
export function sameProblem(a: Problem, b: Problem): boolean {
  if (a.class === null || a.class !== b.class) return false;
  const shared = (pick: (problem: Problem) => string | null) => pick(a) !== null && pick(a) === pick(b);
  return shared((each) => each.host) || shared((each) => each.address) || shared((each) => each.certificate);
}
