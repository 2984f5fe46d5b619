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
  return once("secret.key", () => derivedKey("secrets at rest v1"));
}

/** Derives a key for one purpose (signing a pass or a link); one derived key reveals nothing about another. */
export function derivedKey(purpose: string, secret = appSecret()): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "vedette", purpose, 32));
}

function appSecret(): string {
  const secret = env().APP_SECRET;
  if (!secret)
    throw new Error(
      "APP_SECRET is not set. `npm start` generates one in DATA_DIR, or set your own with at least 32 characters.",
    );
  return secret;
}

/**
 * Encrypts with AES-256-GCM and `context` (for example `integration:12`) as associated data, so that a secret decrypts in its
 * own row only.
 */
export function encrypt(plain: string, context: string, key = encryptionKey()): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.from([1]), iv, cipher.getAuthTag(), body]);
}

/** Decrypts what `encrypt` returned. Throws when the key, the context, or a byte differs. */
export function decrypt(encrypted: Buffer, context: string, key = encryptionKey()): string {
  if (encrypted[0] !== 1) throw new Error(`Secret format must be 1; got ${encrypted[0]}`);
  const decipher = createDecipheriv("aes-256-gcm", key, encrypted.subarray(1, 13)).setAAD(
    Buffer.from(context),
  );
  decipher.setAuthTag(encrypted.subarray(13, 29));
  return Buffer.concat([decipher.update(encrypted.subarray(29)), decipher.final()]).toString("utf8");
}

/** Returns a digest that tells whether two installations share an APP_SECRET, without revealing it. */
export function appSecretDigest(): string {
  return sha256(`vedette backup:${appSecret()}`).toString("hex");
}

export function sha256(value: string | Buffer): Buffer {
  return createHash("sha256").update(value).digest();
}

/** Compares digests in constant time, so that timing reveals neither length nor content. */
export function equalSecret(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

/** Returns 32 random bytes as base64url, for session, link, and runner tokens. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}
