import { createHmac } from "node:crypto";

export interface Signed {
  readonly requestId: string;
  readonly event: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
  readonly secret: string;
}

/**
 * Headers of a signed webhook: the contract's own (hex HMAC-SHA256 of `v0:<timestamp>:<body>` under the secret as text) and those of
 * Standard Webhooks (base64 HMAC-SHA256 of `<id>.<timestamp>.<body>` under the secret's bytes).
 */
export function signatureHeaders(signed: Signed): Record<string, string> {
  const timestamp = String(signed.timestamp);
  const own = createHmac("sha256", signed.secret).update(`v0:${timestamp}:${signed.body}`).digest("hex");
  const standard = createHmac("sha256", standardKey(signed.secret))
    .update(`${signed.requestId}.${timestamp}.${signed.body}`)
    .digest("base64");
  return {
    "X-Service-Request-Id": signed.requestId,
    "X-Service-Request-Event": signed.event,
    "X-Service-Request-Timestamp": timestamp,
    "X-Service-Request-Signature": own,
    "webhook-id": signed.requestId,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${standard}`,
  };
}

/** `whsec_` and base64 names the key's bytes, as the published libraries read it; any other text is its own UTF-8 bytes. */
function standardKey(secret: string): Buffer {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  return encoded ? Buffer.from(encoded, "base64") : Buffer.from(secret, "utf8");
}
