import { monotonicMs } from "@/lib/shared/clock";
import { lackedSince } from "./own-lack";
import { ProbeError } from "./probe-error";
import { type NameResolver, QUERY_MAX_MS } from "./resolver";

/**
 * The addresses of a host, until a moment on the monotonic clock. Throws ProbeError: the resolver's, `dns_timeout` when the time is
 * over first, or `runner_overloaded` when it is because this machine had nothing to ask with.
 */
export async function resolveWithin(
  resolver: NameResolver,
  host: string,
  deadlineMs: number,
): Promise<string[]> {
  const known = resolver.knownAddressesOf(host);
  if (known) return known;
  const startMs = monotonicMs();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, deadlineMs - startMs));
  });
  try {
    const addresses = await Promise.race([resolver.addressesOf(host), late]);
    if (addresses !== null) return addresses;
  } finally {
    clearTimeout(timer);
  }
  // The query may have begun before this check.
  if (await lackedSince(startMs - QUERY_MAX_MS))
    throw new ProbeError("runner_overloaded", `${host}: the runner could not ask the name servers`);
  throw new ProbeError("dns_timeout", `${host}: resolving took too long`);
}
