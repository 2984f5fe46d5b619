import type { BrowserAddress } from "@/lib/notify/push/send-push";
import { seal, sha256, unseal } from "@/lib/shared/secret";

/** Hashes the endpoint to find a subscription without storing its secret URL in plain text. */
export function endpointHash(endpoint: string): Buffer {
  return sha256(endpoint);
}

/** Encrypts the address for its own subscription only. */
export function encryptAddress(address: BrowserAddress): Buffer {
  return seal(JSON.stringify(address), contextOf(endpointHash(address.endpoint)));
}

export function openAddress(row: { endpoint_hash: Buffer; secrets: Buffer }): BrowserAddress {
  return JSON.parse(unseal(row.secrets, contextOf(row.endpoint_hash))) as BrowserAddress;
}

function contextOf(hash: Buffer): string {
  return `push_subscription:${hash.toString("hex")}`;
}
