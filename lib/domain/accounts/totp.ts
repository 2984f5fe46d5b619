import { createHmac, timingSafeEqual } from "node:crypto";

const STEP_S = 30;
const DIGITS = 6;
/** Steps before and after now in which a code is accepted, to allow for clock drift and typing time (RFC 6238 §5.2). */
const DRIFT_STEPS = 1;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns the code of one 30-second step: HMAC-SHA-1 with dynamic truncation (RFC 4226 §5.3), last `digits` digits. */
export function totpCode(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** Returns the 30-second step that contains a moment. */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / 1000 / STEP_S);
}

/**
 * Returns the step that the code belongs to, at most one away from now and later than `lastStep` so that each code works
 * once. Returns null if none matches. Compares every step in constant time.
 */
export function matchingStep(secret: Buffer, code: string, at: Date, lastStep: number | null): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const current = totpStep(at);
  let found: number | null = null;
  for (let step = current - DRIFT_STEPS; step <= current + DRIFT_STEPS; step += 1) {
    const isSame = timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code));
    if (isSame && (lastStep === null || step > lastStep)) found = step;
  }
  return found;
}

/** Encodes as Base32 without padding (RFC 4648 §6). */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

/** Returns the URI that authenticator apps read from the QR code (Google's Key URI format). */
export function otpauthUri(secret: Buffer, account: { issuer: string; email: string }): string {
  const issuer = encodeURIComponent(account.issuer);
  return `otpauth://totp/${issuer}:${encodeURIComponent(account.email)}?secret=${toBase32(secret)}&issuer=${issuer}`;
}
