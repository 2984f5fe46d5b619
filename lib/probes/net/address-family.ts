import { isIPv6 } from "node:net";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";

/** RFC 4291 §2.5.6, RFC 3927. */
const LINK_LOCAL = /^(?:fe[89ab]|169\.254\.)/i;

/**
 * Whether no way to an address means that this machine has none of its family, which says nothing of the target: no interface has an
 * address of it that is more than link-local. Of IPv4 only where it has IPv6: a machine without either has lost its network, which is
 * told otherwise.
 */
export function lacksFamilyOf(
  address: string,
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces(),
): boolean {
  // Neighbours on the link are reached without any other address.
  if (LINK_LOCAL.test(address)) return false;
  const own = Object.values(interfaces)
    .flatMap((infos) => infos ?? [])
    .filter((info) => !info.internal && !LINK_LOCAL.test(info.address));
  const hasSix = own.some((info) => info.family === "IPv6");
  return isIPv6(address) ? !hasSix : hasSix && !own.some((info) => info.family === "IPv4");
}
