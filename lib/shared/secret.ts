import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { env } from "./env";
import { once } from "./once";

function encryptionKey(): Buffer {
  return once("secret.key", () =>
    Buffer.from(hkdfSync("sha256", appSecret(), "vedette", "secrets at rest v1", 32)),
  );
}

/** A key of its own for one purpose (signing a pass, a link): knowing one tells nothing about another. */
export function derivedKey(purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", appSecret(), "vedette", purpose, 32));
}

function appSecret(): string {
  const secret = env().APP_SECRET;
  if (!secret)
    throw new Error(
      "APP_SECRET is not set: the start script makes one in DATA_DIR, or set it yourself (32+ characters).",
    );
  return secret;
}

/** AES-256-GCM with `context` (for example `integration:12`) as associated data: a row's secret opens in that row only. */
export function seal(plain: string, context: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", encryptionKey(), iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.from([1]), iv, cipher.getAuthTag(), body]);
}

/** Opens what `seal` made. Throws when the key, the context or a byte differs. */
export function unseal(sealed: Buffer, context: string): string {
  if (sealed[0] !== 1) throw new Error(`Unknown secret format ${sealed[0]}: allowed is 1.`);
  const decipher = createDecipheriv("aes-256-gcm", encryptionKey(), sealed.subarray(1, 13)).setAAD(
    Buffer.from(context),
  );
  decipher.setAuthTag(sealed.subarray(13, 29));
  return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]).toString("utf8");
}

/** Tells whether two installations have the same APP_SECRET without showing it. */
export function appSecretDigest(): string {
  return sha256(`vedette backup:${appSecret()}`).toString("hex");
}

export function sha256(value: string | Buffer): Buffer {
  return createHash("sha256").update(value).digest();
}

/** Digest first, then a constant-time compare: neither length nor content shows in time (T27). */
export function equalSecret(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

/** 32 random bytes as base64url: session, link and runner tokens. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}
