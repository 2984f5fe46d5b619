import { createHmac } from "node:crypto";
import { derivedKey, equalSecret } from "@/lib/shared/secret";

const TOKEN = /^([1-9]\d{0,14})\.([A-Za-z0-9_-]{43})$/;

/**
 * Returns the token in a subscriber's emails, which confirms, changes, and ends this one subscription. It's derived, so that neither
 * the database nor the queue stores it.
 */
export function subscriberToken(pageId: number, subscriberId: number): string {
  return `${subscriberId}.${signature(pageId, subscriberId)}`;
}

/** Returns the subscription ID of a token, even if the subscription no longer exists; null for an invalid token. */
export function subscriberOf(pageId: number, token: string | null): number | null {
  const [, id, given] = TOKEN.exec(token ?? "") ?? [];
  if (!id || !given) return null;
  return equalSecret(given, signature(pageId, Number(id))) ? Number(id) : null;
}

function signature(pageId: number, subscriberId: number): string {
  return createHmac("sha256", derivedKey("page subscriber"))
    .update(`${pageId} ${subscriberId}`)
    .digest("base64url");
}
