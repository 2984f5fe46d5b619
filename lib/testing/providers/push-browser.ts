import { webcrypto } from "node:crypto";

const { subtle } = webcrypto;
const P256 = { name: "ECDH", namedCurve: "P-256" };
const text = new TextEncoder();

/** A browser's own secrets: its key pair and the secret that it shares with senders. */
export interface BrowserSecrets {
  readonly privateKey: webcrypto.CryptoKey;
  readonly publicKey: Buffer;
  readonly auth: Buffer;
}

export async function makeBrowser(): Promise<BrowserSecrets> {
  const pair = await subtle.generateKey(P256, true, ["deriveBits"]);
  return {
    privateKey: pair.privateKey,
    publicKey: Buffer.from(await subtle.exportKey("raw", pair.publicKey)),
    auth: Buffer.from(webcrypto.getRandomValues(new Uint8Array(16))),
  };
}

/**
 * Decrypts a notification as a browser does (RFC 8291), with Web Crypto and written from the RFC alone so that it can contradict our
 * sender. Throws if any byte is wrong.
 */
export async function decryptAsBrowser(body: Buffer, browser: BrowserSecrets): Promise<Buffer> {
  const [salt, size, length] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + length);
  const record = body.subarray(21 + length);
  if (length !== 65) throw new Error(`the sender's key must have 65 bytes; got ${length}`);
  if (record.length > size) throw new Error("more than one record");
  const theirs = await subtle.importKey("raw", sender, P256, false, []);
  const shared = await subtle.deriveBits({ name: "ECDH", public: theirs }, browser.privateKey, 256);
  const info = Buffer.concat([text.encode("WebPush: info\0"), browser.publicKey, sender]);
  const secret = await expand(Buffer.from(shared), browser.auth, info, 256);
  const key = await expand(secret, salt, text.encode("Content-Encoding: aes128gcm\0"), 128);
  const iv = await expand(secret, salt, text.encode("Content-Encoding: nonce\0"), 96);
  const aes = await subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
  const plain = Buffer.from(await subtle.decrypt({ name: "AES-GCM", iv }, aes, record));
  const end = plain.findLastIndex((byte) => byte !== 0);
  if (plain[end] !== 2) throw new Error("the last record is not marked as the last");
  return plain.subarray(0, end);
}

async function expand(secret: Buffer, salt: Buffer, info: Uint8Array, bits: number): Promise<Buffer> {
  const key = await subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return Buffer.from(await subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, bits));
}

/** Returns what is wrong with a VAPID header (RFC 8292); null if it is right for this origin and key. */
export async function vapidRefusal(
  header: string | undefined,
  origin: string,
  key: string | null,
): Promise<string | null> {
  const match = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header ?? "");
  if (!match) return "no vapid header";
  const [, head = "", claims = "", signature = "", given = ""] = match;
  const { alg } = jsonOf(head);
  const { aud, exp, sub } = jsonOf(claims);
  const leftSeconds = Number(exp) - Date.now() / 1000;
  if (key !== null && given !== key) return "another key than the browser subscribed with";
  if (alg !== "ES256") return `alg ${alg}`;
  if (aud !== origin) return `aud ${aud}`;
  if (!(leftSeconds > 0 && leftSeconds <= 24 * 3600)) return `exp in ${leftSeconds} s`;
  if (!/^(https:\/\/|mailto:.+@)/.test(String(sub))) return `sub ${sub}`;
  const ecdsa = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const point = await subtle.importKey("raw", Buffer.from(given, "base64url"), ecdsa, false, ["verify"]);
  const signed = text.encode(`${head}.${claims}`);
  const holds = await subtle.verify(ecdsa, point, Buffer.from(signature, "base64url"), signed);
  return holds ? null : "wrong signature";
}

function jsonOf(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as Record<string, unknown>;
}
