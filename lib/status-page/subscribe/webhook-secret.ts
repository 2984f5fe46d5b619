import { createHmac } from "node:crypto";
import { derivedKey } from "@/lib/shared/secret";

/**
 * Returns the secret that signs the messages to a webhook subscriber, in the form of Standard Webhooks. It's derived, so that neither
 * the database nor its backup contains it.
 */
export function webhookSecret(pageId: number, subscriberId: number): string {
  const key = createHmac("sha256", derivedKey("page webhook")).update(`${pageId} ${subscriberId}`).digest();
  return `whsec_${key.toString("base64")}`;
}
