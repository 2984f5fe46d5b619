import ipaddr from "ipaddr.js";
import { type AddressRange, inRanges, parseRanges } from "@/lib/shared/address-ranges";

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

const BYTES = 16;
const IPV4_BYTES = 4;
/** NAT64 (RFC 6052, RFC 8215), IPv4-compatible and IPv4-translated addresses (RFC 4291, RFC 2765): the last four bytes. */
const AT_THE_END = parseRanges(["64:ff9b::/96", "64:ff9b:1::/48", "::/96", "::ffff:0:0:0/96"]);
/** 6to4 (RFC 3056): after the prefix. */
const SIX_TO_FOUR = parseRanges(["2002::/16"]);
/** Teredo (RFC 4380): the last four bytes, with every bit inverted. */
const TEREDO = parseRanges(["2001::/32"]);
/** ISATAP (RFC 5214): how the interface identifier starts, with or without the "globally unique" bit. */
const ISATAP = [0x5e, 0xfe];
const ISATAP_AT = 10;
/** `::` and `::1` embed nothing. */
const NONE = parseRanges(["::/127"]);

/** Returns the IPv4 address that a gateway or tunnel would reach through an IPv6 address; null when it embeds none. */
function embeddedIpv4(address: string): string | null {
  const bytes = ipaddr.parse(address).toByteArray();
  if (bytes.length !== BYTES || inRanges(address, NONE)) return null;
  const last = bytes.slice(-IPV4_BYTES);
  if (inRanges(address, AT_THE_END)) return last.join(".");
  if (inRanges(address, SIX_TO_FOUR)) return bytes.slice(2, 2 + IPV4_BYTES).join(".");
  if (inRanges(address, TEREDO)) return last.map((byte) => byte ^ 0xff).join(".");
  const isIsatap = ISATAP.every((byte, index) => bytes[ISATAP_AT + index] === byte);
  const isOfInterface = ((bytes[8] ?? 0) & 0xfd) === 0 && bytes[9] === 0;
  return isIsatap && isOfInterface ? last.join(".") : null;
}
