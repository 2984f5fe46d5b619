import { createHmac } from "node:crypto";

export interface Signed {
  readonly requestId: string;
  readonly event: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
  readonly secret: string;
  /** The secret before a rotation, while receivers may still use it; null otherwise. */
  readonly previousSecret?: string | null;
}

/**
 * Returns the headers of a signed webhook: our own (hex HMAC-SHA256 of `v0:<timestamp>:<body>` with the secret as text) and those
 * of Standard Webhooks (base64 HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret's bytes). During a rotation the latter
 * carries two signatures, the new one first. Our own header has room for one, which uses the new secret.
 */
export function signatureHeaders(signed: Signed): Record<string, string> {
  const timestamp = String(signed.timestamp);
  const own = createHmac("sha256", signed.secret).update(`v0:${timestamp}:${signed.body}`).digest("hex");
  const content = `${signed.requestId}.${timestamp}.${signed.body}`;
  const secrets = signed.previousSecret ? [signed.secret, signed.previousSecret] : [signed.secret];
  const standard = secrets.map((secret) => standardSignature(secret, content)).join(" ");
  return {
    "X-Service-Request-Id": signed.requestId,
    "X-Service-Request-Event": signed.event,
    "X-Service-Request-Timestamp": timestamp,
    "X-Service-Request-Signature": own,
    "webhook-id": signed.requestId,
    "webhook-timestamp": timestamp,
    "webhook-signature": standard,
  };
}

function standardSignature(secret: string, content: string): string {
  return `v1,${createHmac("sha256", standardKey(secret)).update(content).digest("base64")}`;
}

/** Returns the key's bytes: base64 after `whsec_`, as the published libraries read it, or else the UTF-8 bytes of the text. */
function standardKey(secret: string): Buffer {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  return encoded ? Buffer.from(encoded, "base64") : Buffer.from(secret, "utf8");
}
