import { createHmac, timingSafeEqual } from "node:crypto";

const STEP_S = 30;
const DIGITS = 6;
/** Steps before and after now in which a code holds: clocks differ, and people take a moment to type (RFC 6238 §5.2). */
const DRIFT_STEPS = 1;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code of one 30-second step: HMAC-SHA-1, dynamic truncation (RFC 4226 §5.3), the last `digits` digits. */
export function totpCode(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** The 30-second step that a moment lies in. */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / 1000 / STEP_S);
}

/**
 * The step whose code was given, at most one away from now and later than `lastStep`, so that a code is used once; null when there is
 * none. Every step is compared, each in constant time.
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

/** Base32 without padding (RFC 4648 §6). */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

/** The address that an authenticator app reads from the QR code (Google's Key URI format). */
export function otpauthUri(secret: Buffer, account: { issuer: string; email: string }): string {
  const issuer = encodeURIComponent(account.issuer);
  return `otpauth://totp/${issuer}:${encodeURIComponent(account.email)}?secret=${toBase32(secret)}&issuer=${issuer}`;
}
