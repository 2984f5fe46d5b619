import {
  createCipheriv,
  createDecipheriv,
  type DecipherGCM,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from "node:crypto";
import { promisify } from "node:util";

/**
 * First line of an encrypted backup. After it come salt, proof of the passphrase, nonce, AES-256-GCM text, and its tag.
 */
const MARK = Buffer.from("vedette-encrypted-backup 1\n");
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const PROOF_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = MARK.length + SALT_BYTES + PROOF_BYTES + NONCE_BYTES;
/** 32 MB and about 0.1 s per guess. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 };
const MASK = "Set BACKUP_PASSPHRASE to the passphrase that encrypted it";

type Bytes = AsyncIterable<Buffer>;

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** Derives the key, and bytes that prove the passphrase without revealing the key. */
async function keyOf(passphrase: string, salt: Buffer): Promise<{ key: Buffer; proof: Buffer }> {
  const derived = await derive(passphrase, salt, KEY_BYTES + PROOF_BYTES, COST);
  return { key: derived.subarray(0, KEY_BYTES), proof: derived.subarray(KEY_BYTES) };
}

/** Encrypts a stream with a passphrase. */
export async function* encrypted(source: Bytes, passphrase: string): AsyncGenerator<Buffer> {
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
  const { key, proof } = await keyOf(passphrase, salt);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  yield Buffer.concat([MARK, salt, proof, nonce]);
  for await (const part of source) yield cipher.update(part);
  yield cipher.final();
  yield cipher.getAuthTag();
}

/**
 * Decrypts the output of `encrypted`, and passes anything else on unchanged. The tag at the end proves that no byte was changed, so don't act on
 * the content before the end.
 */
export async function* decrypted(source: Bytes, passphrase: string | undefined): AsyncGenerator<Buffer> {
  let waiting: Buffer = Buffer.alloc(0);
  let decipher: DecipherGCM | null | undefined;
  for await (const part of source) {
    waiting = Buffer.concat([waiting, part]);
    if (decipher === undefined && waiting.length >= HEAD_BYTES) {
      decipher = await open(waiting, passphrase);
      if (decipher) waiting = waiting.subarray(HEAD_BYTES);
    }
    const kept = decipher === null ? 0 : decipher ? TAG_BYTES : waiting.length;
    const ready = waiting.subarray(0, Math.max(0, waiting.length - kept));
    waiting = waiting.subarray(ready.length);
    if (ready.length > 0) yield decipher ? decipher.update(ready) : ready;
  }
  if (!decipher) return yield waiting;
  try {
    decipher.setAuthTag(waiting);
    yield decipher.final();
  } catch {
    throw new Error("the file was changed or cut off after it was written");
  }
}

/** Returns the decipher for a file's first bytes; null for a file that isn't encrypted. */
async function open(head: Buffer, passphrase: string | undefined) {
  if (!head.subarray(0, MARK.length).equals(MARK)) return null;
  if (!passphrase) throw new Error(`it is encrypted. ${MASK}`);
  const salt = head.subarray(MARK.length, MARK.length + SALT_BYTES);
  const stored = head.subarray(MARK.length + SALT_BYTES, HEAD_BYTES - NONCE_BYTES);
  const { key, proof } = await keyOf(passphrase, salt);
  if (!timingSafeEqual(stored, proof))
    throw new Error(`it was encrypted with a different passphrase. ${MASK}`);
  return createDecipheriv("aes-256-gcm", key, head.subarray(HEAD_BYTES - NONCE_BYTES, HEAD_BYTES), {
    authTagLength: TAG_BYTES,
  });
}
