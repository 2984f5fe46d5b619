import { totpCode, totpStep } from "@/lib/domain/accounts/totp";
import { now } from "@/lib/shared/clock";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Decodes the secret that a person types into the app (RFC 4648, section 6, without padding). */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the code that the app shows `away` steps from now. */
export function codeOf(secret: Buffer, away = 0): string {
  return totpCode(secret, totpStep(now()) + away);
}

/** Returns a code that is valid at no step near now. */
export function wrongCode(secret: Buffer): string {
  const near = [-2, -1, 0, 1, 2, 3].map((away) => codeOf(secret, away));
  const candidates = Array.from({ length: 7 }, (_, digit) => String(digit).repeat(6));
  return candidates.find((code) => !near.includes(code)) ?? "";
}
