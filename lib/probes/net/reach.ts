import { isIPv6 } from "node:net";
import { monotonicMs } from "@/lib/shared/clock";
import { type AddressPolicy, addressRefusal } from "./policy";
import { LacksFamily, ProbeError } from "./probe-error";
import type { NameResolver } from "./resolver";

export interface ReachOptions {
  readonly host: string;
  readonly policy: AddressPolicy;
  readonly resolver: NameResolver;
  /** Monotonic time by which everything must end. */
  readonly deadlineMs: number;
}

/** Tries one address, until a monotonic time or, when that is null, until the deadline. */
type Attempt<Result> = (address: string, untilMs: number | null) => Promise<Result>;

const ADDRESSES_MAX = 16;
/** How long a family without an answer keeps a failure from being reported, as long as a resolver's usual timeout. */
const LATE_MS = 5000;
/** Number of addresses that share the remaining time. Addresses that refuse immediately leave their share to the next. */
const SHARES_MAX = 4;

/**
 * Resolves a host, filters every address by the policy, and tries those that passed one after another until one works.
 * A family whose addresses are answered late is waited for before the others' failure counts (RFC 8305 §3). Throws
 * the first failure, or that of an address that this machine can reach if there is one; `dns_*`; or `blocked_address`
 * when no address is allowed.
 */
export async function reach<Result>(
  options: ReachOptions,
  onResolved: (tookUs: number) => void,
  attempt: Attempt<Result>,
): Promise<Result> {
  const { host, policy, resolver, deadlineMs } = options;
  const startMs = monotonicMs();
  let answers = resolver.knownAddressesOf(host) ?? (await resolver.addressesOf(host, deadlineMs));
  const isHalf = resolver.lacksFamilyOf(host);
  const late = () => resolver.lateAddressesOf(host, Math.min(deadlineMs, monotonicMs() + LATE_MS));
  if (isHalf && !answers.some((each) => isAllowed(each, policy))) answers = [...answers, ...(await late())];
  const dnsUs = Math.max(0, Math.round((monotonicMs() - startMs) * 1000));
  let allowed = allowedOf(answers, policy);
  onResolved(dnsUs);
  const failures: unknown[] = [];
  for (let at = 0; ; at += 1) {
    // What is known by now may include the other family.
    if (at === allowed.length && isHalf) {
      const others = (await late()).filter((each) => !allowed.includes(each) && isAllowed(each, policy));
      allowed = [...allowed, ...others];
    }
    const address = allowed[at];
    if (address === undefined) throw failures.find((each) => !(each instanceof LacksFamily)) ?? failures[0];
    const left = allowed.length - at + (isHalf ? 1 : 0);
    const now = monotonicMs();
    // The last attempt gets all the remaining time.
    const untilMs = left === 1 ? null : now + (deadlineMs - now) / Math.min(left, SHARES_MAX);
    try {
      return await attempt(address, untilMs);
    } catch (error) {
      failures.push(error);
    }
  }
}

function isAllowed(address: string, policy: AddressPolicy): boolean {
  return addressRefusal(address, policy) === null;
}

/** Returns the addresses to try, in order. Throws ProbeError `blocked_address` when none is allowed. */
export function allowedOf(answers: readonly string[], policy: AddressPolicy): string[] {
  const allowed = answers.filter((address) => isAllowed(address, policy));
  if (allowed.length === 1) return allowed;
  if (allowed.length > 0) return preferIpv4([...new Set(allowed)]).slice(0, ADDRESSES_MAX);
  throw new ProbeError(
    "blocked_address",
    addressRefusal(answers[0] ?? "", policy) ?? "none of its addresses are allowed",
  );
}

/** Puts one address of each family first, so that a broken family costs one attempt instead of four. */
function preferIpv4(addresses: string[]): string[] {
  const four = addresses.filter((address) => !isIPv6(address));
  const six = addresses.filter((address) => isIPv6(address));
  if (four.length === 0 || six.length === 0) return addresses;
  return [...four.slice(0, 1), ...six.slice(0, 1), ...four.slice(1), ...six.slice(1)];
}
