import { isIPv6 } from "node:net";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";

/** RFC 4291 §2.5.6, RFC 3927. */
const LINK_LOCAL = /^(?:fe[89ab]|169\.254\.)/i;

/**
 * Returns whether an unreachable address only means that this machine lacks its family, which says nothing about the
 * target: no interface has an address of that family beyond link-local. Missing IPv4 counts only with IPv6 present,
 * because a machine without either has lost its network, which is detected elsewhere.
 */
export function lacksFamilyOf(
  address: string,
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces(),
): boolean {
  // Hosts on the same link are reachable without any other address.
  if (LINK_LOCAL.test(address)) return false;
  const own = Object.values(interfaces)
    .flatMap((infos) => infos ?? [])
    .filter((info) => !info.internal && !LINK_LOCAL.test(info.address));
  const hasSix = own.some((info) => info.family === "IPv6");
  return isIPv6(address) ? !hasSix : hasSix && !own.some((info) => info.family === "IPv4");
}
