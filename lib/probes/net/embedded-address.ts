import ipaddr from "ipaddr.js";
import { inRanges, parseRanges } from "@/lib/shared/address-ranges";

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
export function embeddedIpv4(address: string): string | null {
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
