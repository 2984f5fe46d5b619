import ipaddr from "ipaddr.js";
import { type AddressRange, inRanges, parseRanges } from "@/lib/shared/address-ranges";
import { embeddedIpv4 } from "./embedded-address";

/** Cloud metadata services. They're never reachable, no matter what else is open, because they hand out credentials. */
const METADATA = parseRanges([
  "169.254.169.254",
  "169.254.170.2",
  "169.254.170.23",
  "169.254.42.42",
  "169.254.0.23",
  "fd00:ec2::254",
  "fd00:ec2::23",
  "fd00:42::42",
  "168.63.129.16",
  "100.100.100.200",
  "192.0.0.192",
  "fd20:ce::254",
]);

/** Only this range of IPv6 is global unicast (RFC 4291 §2.4); `::7f00:1` and similar addresses are outside. */
const GLOBAL_IPV6 = parseRanges(["2000::/3"]);

/** Non-public addresses that may be connected to. */
export interface AddressPolicy {
  readonly open: readonly AddressRange[];
}

/** Creates a policy from CIDR strings. Throws on a string that is neither an address nor a range. */
export function policyFrom(privateTargets: readonly string[]): AddressPolicy {
  return { open: parseRanges(privateTargets) };
}

/**
 * Returns why an address must not be connected to; null when it may. Public unicast passes. Special ranges (loopback,
 * private, link-local, CGNAT, benchmark, multicast, mapped, NAT64, 6to4, Teredo, documentation …) pass only when the
 * policy opens them. Embedded IPv4 addresses are judged as the IPv4 address they lead to.
 */
export function addressRefusal(text: string, policy: AddressPolicy): string | null {
  const known = refusalsOf(policy);
  const refusal = known.get(text);
  if (refusal !== undefined) return refusal;
  const fresh = judge(text, policy);
  if (known.size >= REFUSALS_MAX) known.clear();
  known.set(text, fresh);
  return fresh;
}

/** Cached because a policy never changes and parsing an address costs as much as half a check. */
const refusals = new WeakMap<AddressPolicy, Map<string, string | null>>();
const REFUSALS_MAX = 10_000;

function refusalsOf(policy: AddressPolicy): Map<string, string | null> {
  const known = refusals.get(policy);
  if (known) return known;
  const fresh = new Map<string, string | null>();
  refusals.set(policy, fresh);
  return fresh;
}

function judge(text: string, policy: AddressPolicy): string | null {
  if (!ipaddr.isValid(text)) return `${text} isn't an IP address`;
  const address = ipaddr.process(text);
  const plain = address.toString();
  if (inRanges(plain, METADATA)) return `${plain} is a cloud metadata address, which is never allowed`;
  const reached = address.kind() === "ipv6" ? embeddedIpv4(plain) : null;
  const behind = reached === null ? null : judge(reached, policy);
  if (behind !== null) return `${plain} leads to an IPv4 address; ${behind}`;
  const range = address.range();
  const isPublic = range === "unicast" && (address.kind() === "ipv4" || inRanges(plain, GLOBAL_IPV6));
  if (isPublic || inRanges(plain, policy.open)) return null;
  return `${plain} is a ${range} address, which this installation doesn't allow connections to`;
}

export function isAllowedAddress(text: string, policy: AddressPolicy): boolean {
  return addressRefusal(text, policy) === null;
}
