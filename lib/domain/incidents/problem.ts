/** What a failure is about, for telling whether two monitors suffer from the same thing. Null: not known. */
export interface Problem {
  /** Phase that failed: dns, connect, tls, http, assertion, icmp. */
  readonly class: string | null;
  readonly host: string | null;
  readonly address: string | null;
  /** SHA-256 fingerprint of the certificate that the target showed. */
  readonly certificate: string | null;
}

/** The class of an error code: what stands before its first underscore. */
export function errorClass(code: string | null | undefined): string | null {
  return code ? (code.split("_")[0] ?? null) : null;
}

/** Host of a monitor's target, lower case, from its stored request. */
export function hostOf(request: Record<string, unknown>): string | null {
  if (typeof request.host === "string") return request.host.toLowerCase();
  try {
    return new URL(String(request.url)).hostname.toLowerCase();
  } catch {
    return null;
  }
}

/** The same kind of problem: the same error class, and the same target host, address or certificate (api.md §4 Merging). */
export function sameProblem(a: Problem, b: Problem): boolean {
  if (a.class === null || a.class !== b.class) return false;
  const shared = (pick: (problem: Problem) => string | null) => pick(a) !== null && pick(a) === pick(b);
  return shared((each) => each.host) || shared((each) => each.address) || shared((each) => each.certificate);
}
