import { isIP } from "node:net";
import { type AddressRange, inRanges, plainAddress } from "@/lib/shared/address-ranges";

/** Returns whether the socket's peer is a trusted proxy. */
export function isTrustedPeer(socketAddress: string | undefined, trusted: readonly AddressRange[]): boolean {
  return trusted.length > 0 && inRanges(plainAddress(socketAddress ?? ""), trusted);
}

/**
 * Returns the client's address: the socket's, or behind a trusted proxy the last X-Forwarded-For entry that isn't a trusted
 * proxy. Clients can forge that header, so nothing left of the first untrusted entry counts.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trusted: readonly AddressRange[],
): string {
  let address = plainAddress(socketAddress ?? "");
  if (trusted.length === 0 || !forwardedFor) return address;
  const hops = forwardedFor.split(",").map((hop) => plainAddress(hop.trim()));
  while (hops.length > 0 && inRanges(address, trusted)) {
    const previous = hops.pop() ?? "";
    if (isIP(previous) === 0) return address;
    address = previous;
  }
  return address;
}
