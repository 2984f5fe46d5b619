import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** An address and its prefix length in bits. */
export type AddressRange = readonly [Address, number];

const BITS = { ipv4: 32, ipv6: 128 } as const;
const MAPPED_PREFIX_BITS = 96;
/** How Node writes IPv4 addresses of sockets that listen for both families. */
const MAPPED = "::ffff:";

/** Parses addresses and CIDR ranges; IPv4-mapped IPv6 becomes IPv4. Throws on anything else. */
export function parseRanges(texts: readonly string[]): AddressRange[] {
  return texts.map((text) => {
    const [address, bits] = text.includes("/") ? ipaddr.parseCIDR(text) : [ipaddr.parse(text), null];
    if (address.kind() === "ipv6" && (address as ipaddr.IPv6).isIPv4MappedAddress()) {
      const mappedBits = bits === null ? BITS.ipv4 : Math.max(0, bits - MAPPED_PREFIX_BITS);
      return [(address as ipaddr.IPv6).toIPv4Address(), mappedBits];
    }
    return [address, bits ?? BITS[address.kind()]];
  });
}

/** Returns whether a string is an address or a CIDR range. */
export function isRange(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
}

/** Returns whether an address is in one of the ranges; false for a string that isn't an address. */
export function inRanges(text: string, ranges: readonly AddressRange[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return ranges.some(([range, bits]) => matches(address, range, bits));
}

function matches(address: Address, range: Address, bits: number): boolean {
  if (address.kind() !== range.kind()) return false;
  const own = address.toByteArray();
  return range.toByteArray().every((byte, index) => {
    const counted = Math.min(8, Math.max(0, bits - index * 8));
    const mask = (0xff << (8 - counted)) & 0xff;
    return (byte & mask) === ((own[index] ?? 0) & mask);
  });
}

/** Returns an address in its usual form; an IPv4-mapped IPv6 address in any spelling becomes its IPv4 address (RFC 4291 §2.5.5.2). */
export function plainAddress(text: string): string {
  const usual = text.startsWith(MAPPED) ? text.slice(MAPPED.length) : "";
  // The library throws and catches an error for an empty text, which costs a fifth of a check.
  if (usual !== "" && ipaddr.IPv4.isValidFourPartDecimal(usual)) return usual;
  if (!/:0*ffff:/i.test(text) || !ipaddr.IPv6.isValid(text)) return text;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : text;
}

/** Returns an address in its shortest form (RFC 5952); null for a string that isn't an address. */
export function shortAddress(text: string): string | null {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return isAddress ? ipaddr.process(text).toString() : null;
}

/** Leading bytes of an IPv6 address that identify the network; the owner chooses the rest (RFC 6177). */
const NETWORK_BYTES = 8;

/**
 * Returns the key under which a client's attempts are counted: an IPv4 address, or the /64 network of an IPv6 address,
 * which usually belongs to one customer. A string that isn't an address is its own key.
 */
export function clientBucket(text: string): string {
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.process(text);
  if (address.kind() === "ipv4") return address.toString();
  const network = address.toByteArray().map((byte, index) => (index < NETWORK_BYTES ? byte : 0));
  return `${ipaddr.fromByteArray(network).toString()}/${NETWORK_BYTES * 8}`;
}
