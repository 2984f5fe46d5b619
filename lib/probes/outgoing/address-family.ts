import { isIPv6 } from "node:net";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";

const LINK_LOCAL = /^fe[89ab]/i;

/**
 * Whether no way to an address means that this machine has no IPv6 at all, which says nothing of the target: no interface has an
 * IPv6 address that is more than link-local.
 */
export function lacksFamilyOf(
  address: string,
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces(),
): boolean {
  // Neighbours on the link are reached without any other address.
  if (!isIPv6(address) || LINK_LOCAL.test(address)) return false;
  const own = Object.values(interfaces).flatMap((infos) => infos ?? []);
  return !own.some((info) => info.family === "IPv6" && !info.internal && !LINK_LOCAL.test(info.address));
}
