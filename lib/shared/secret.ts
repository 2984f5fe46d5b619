import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { env } from "./env";
import { forget, once } from "./once";

const AT_REST = "secrets at rest v1";
const FORMAT = 2;
const ID_BYTES = 4;
const HEAD_BYTES = 1 + ID_BYTES;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Returns the keys that decrypt: that of APP_SECRET, which encrypts, and that of APP_SECRET_PREVIOUS. */
function encryptionKeys(): [Buffer, ...Buffer[]] {
  return once("secret.key", () => {
    const { APP_SECRET_PREVIOUS: previous } = env();
    const key = derivedKey(AT_REST, appSecret());
    return previous === undefined ? [key] : [key, derivedKey(AT_REST, previous)];
  });
}

/** Returns what names a key in the values that it encrypted, without revealing it. */
function keyId(key: Buffer): Buffer {
  return sha256(Buffer.concat([Buffer.from("name of a key "), key])).subarray(0, ID_BYTES);
}

/** Returns whether a value was encrypted with another key than that of APP_SECRET. */
export function needsRotation(encrypted: Buffer): boolean {
  return !encrypted.subarray(1, HEAD_BYTES).equals(keyId(encryptionKeys()[0]));
}

/**
 * Derives a key for one purpose (signing a pass or a link); one derived key reveals nothing about another. Without a secret, it comes
 * from the one that signs, which a rotation keeps.
 */
export function derivedKey(purpose: string, secret = once("secret.signing", appSecret)): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "vedette", purpose, 32));
}

/** Returns the secret that signs links and passes, and proves domains. */
export function signingSecret(): string {
  return once("secret.signing", appSecret);
}

/** Makes links signed with an earlier APP_SECRET stay valid. Null signs with APP_SECRET itself. */
export function keepSigningSecret(secret: string | null): void {
  forget("secret.signing");
  if (secret !== null) once("secret.signing", () => secret);
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
export function encrypt(plain: string, context: string, key = encryptionKeys()[0]): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.from([FORMAT]), keyId(key), iv, cipher.getAuthTag(), body]);
}

/** Decrypts a text from `encrypt`. Throws when the key, the context, or a byte differs. */
export function decrypt(encrypted: Buffer, context: string, own?: Buffer): string {
  if (encrypted[0] !== FORMAT) throw new Error(`Secret format must be ${FORMAT}; got ${encrypted[0]}`);
  const id = encrypted.subarray(1, HEAD_BYTES);
  const key = (own ? [own] : encryptionKeys()).find((one) => keyId(one).equals(id));
  if (!key) throw new Error("The secret was encrypted with another key");
  const [tagAt, bodyAt] = [HEAD_BYTES + IV_BYTES, HEAD_BYTES + IV_BYTES + TAG_BYTES];
  const decipher = createDecipheriv("aes-256-gcm", key, encrypted.subarray(HEAD_BYTES, tagAt)).setAAD(
    Buffer.from(context),
  );
  decipher.setAuthTag(encrypted.subarray(tagAt, bodyAt));
  return Buffer.concat([decipher.update(encrypted.subarray(bodyAt)), decipher.final()]).toString("utf8");
}

/** Returns a digest that tells whether two installations share an APP_SECRET, without revealing it. */
export function appSecretDigest(secret = appSecret()): string {
  return sha256(`vedette backup:${secret}`).toString("hex");
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
