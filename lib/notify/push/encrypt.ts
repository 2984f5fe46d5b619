import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";

const RECORD_SIZE = 4096;
const TAG_BYTES = 16;
const HEADER_BYTES = 86;
/** Size of a payload that fits into the 4,096 bytes that every push service accepts (RFC 8291 §4), minus header, delimiter, and tag. */
export const PLAIN_MAX_BYTES = RECORD_SIZE - HEADER_BYTES - TAG_BYTES - 1;

/** A browser's keys as raw bytes: its P-256 point and a shared secret of 16 bytes. */
export interface BrowserKeys {
  readonly p256dh: Buffer;
  readonly auth: Buffer;
}

/** Values generated for each message. Tests pass fixed ones. */
interface Fresh {
  readonly sender: ECDH;
  readonly salt: Buffer;
}

function fresh(): Fresh {
  const sender = createECDH("prime256v1");
  sender.generateKeys();
  return { sender, salt: randomBytes(16) };
}

/** Encrypts a message for one browser: `aes128gcm` in one record (RFC 8291, RFC 8188). Throws RangeError when too long. */
export function encryptFor(plain: Buffer, keys: BrowserKeys, { sender, salt }: Fresh = fresh()): Buffer {
  if (plain.length > PLAIN_MAX_BYTES)
    throw new RangeError(`The notification must have at most ${PLAIN_MAX_BYTES} bytes; got ${plain.length}.`);
  const own = sender.getPublicKey();
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.p256dh, own]);
  const shared = Buffer.from(hkdfSync("sha256", sender.computeSecret(keys.p256dh), keys.auth, info, 32));
  const key = Buffer.from(hkdfSync("sha256", shared, salt, "Content-Encoding: aes128gcm\0", 16));
  const nonce = Buffer.from(hkdfSync("sha256", shared, salt, "Content-Encoding: nonce\0", 12));
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const size = Buffer.alloc(5);
  size.writeUInt32BE(RECORD_SIZE);
  size.writeUInt8(own.length, 4);
  // 0x02 marks the last record.
  const record = [cipher.update(plain), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([salt, size, own, ...record]);
}

/** Returns whether the bytes are a point on P-256, as a browser's key must be. */
export function isPoint(p256dh: Buffer): boolean {
  const probe = createECDH("prime256v1");
  probe.generateKeys();
  try {
    probe.computeSecret(p256dh);
    return true;
  } catch {
    return false;
  }
}
