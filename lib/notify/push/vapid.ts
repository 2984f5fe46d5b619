import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import * as z from "zod";

const TOKEN_MS = 12 * 3600_000;

const Jwk = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});

/** The key that identifies an installation to push services. */
export interface VapidKey {
  /** The uncompressed point in base64url, which browsers subscribe with. */
  readonly publicKey: string;
  /** The private JWK as text. Secret. */
  readonly privateKey: string;
}

export function makeVapidKey(): VapidKey {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = Jwk.parse(privateKey.export({ format: "jwk" }));
  const point = [Buffer.from([4]), Buffer.from(jwk.x, "base64url"), Buffer.from(jwk.y, "base64url")];
  return { publicKey: Buffer.concat(point).toString("base64url"), privateKey: JSON.stringify(jwk) };
}

/**
 * Returns the Authorization header for one push service (RFC 8292 §2, §3): an ES256 token for the service's origin that names
 * `contact` (an https or mailto address). It's valid for 12 of the allowed 24 hours.
 */
export function vapidHeader(key: VapidKey, endpoint: string, contact: string, now: Date): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor((now.getTime() + TOKEN_MS) / 1000),
    sub: contact,
  };
  const signed = [{ typ: "JWT", alg: "ES256" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const jwk = Jwk.parse(JSON.parse(key.privateKey));
  const signature = sign("sha256", Buffer.from(signed), {
    key: createPrivateKey({ key: jwk, format: "jwk" }),
    dsaEncoding: "ieee-p1363",
  });
  return `vapid t=${signed}.${signature.toString("base64url")}, k=${key.publicKey}`;
}
