import { createHmac } from "node:crypto";
import { derivedKey, equalSecret } from "@/lib/shared/secret";

const TOKEN = /^([1-9]\d{0,14})\.([A-Za-z0-9_-]{43})$/;

/**
 * The secret in a subscriber's mails: it confirms, changes and ends this one subscription. Derived, so that every mail can carry it
 * and neither the database nor the queue keeps it.
 */
export function subscriberToken(pageId: number, subscriberId: number): string {
  return `${subscriberId}.${signature(pageId, subscriberId)}`;
}

/** The subscription that a token of this page stands for, whether it still exists or not; null: not one of ours. */
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
