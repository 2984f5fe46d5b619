import type { BrowserAddress } from "@/lib/notify/push/send-push";
import { makeVapidKey, type VapidKey } from "@/lib/notify/push/vapid";
import { present } from "@/lib/shared/assert";
import { appUrl, env } from "@/lib/shared/env";
import { decrypt, encrypt, sha256 } from "@/lib/shared/secret";
import { keepPushKey, selectPushKey } from "@/lib/store/alerting/push-subscriptions";

export const KEY_CONTEXT = "push_key";

/**
 * Returns the installation's VAPID key, created on first use and then kept forever. Throws if APP_SECRET changed since it
 * was encrypted.
 */
export async function pushKey(): Promise<VapidKey> {
  const stored = (await selectPushKey()) ?? (await makeKey());
  return { publicKey: stored.public_key, privateKey: openPushKey(stored) };
}

export function openPushKey(row: { private_key: Buffer }): string {
  return decrypt(row.private_key, KEY_CONTEXT);
}

async function makeKey() {
  const made = makeVapidKey();
  await keepPushKey({ public_key: made.publicKey, private_key: encrypt(made.privateKey, KEY_CONTEXT) });
  return present(await selectPushKey(), "the key that was kept");
}

/** Returns the contact for push services: the public URL, or the sender's email address. */
export function pushContact(): string {
  if (appUrl().startsWith("https://")) return appUrl();
  const from = env().MAIL_FROM;
  return `mailto:${/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from}`;
}

/** Hashes the endpoint to find a subscription without storing its secret URL in plain text. */
export function endpointHash(endpoint: string): Buffer {
  return sha256(endpoint);
}

/** Encrypts the address for its own subscription only. */
export function encryptAddress(address: BrowserAddress): Buffer {
  return encrypt(JSON.stringify(address), addressContext(endpointHash(address.endpoint)));
}

export function openAddress(row: { endpoint_hash: Buffer; secrets: Buffer }): BrowserAddress {
  return JSON.parse(decrypt(row.secrets, addressContext(row.endpoint_hash))) as BrowserAddress;
}

export function addressContext(hash: Buffer): string {
  return `push_subscription:${hash.toString("hex")}`;
}
