import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { sha256 } from "@/lib/shared/secret";

export type TokenKind = "organization" | "project" | "user";

const PREFIXES: Record<TokenKind, string> = {
  organization: "upt_org_",
  project: "upt_prj_",
  user: "upt_usr_",
};
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_BYTES = 32;
/** 62^43 > 2^256, 62^6 > 2^32. */
const RANDOM_CHARS = 43;
const CHECKSUM_CHARS = 6;
const FORM = /^upt_(?:org|prj|usr)_[0-9A-Za-z]{49}$/;

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text;
  return text;
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_CHARS);
}

export interface NewToken {
  /** Shown once, never stored. */
  readonly token: string;
  readonly hash: Buffer;
  readonly prefix: string;
  readonly lastFour: string;
}

/**
 * Creates a token from a prefix, 256 random bits, and a checksum. Secret scanners recognize it, and typos are caught
 * without the database.
 */
export function makeToken(kind: TokenKind): NewToken {
  const random = base62(BigInt(`0x${randomBytes(RANDOM_BYTES).toString("hex")}`), RANDOM_CHARS);
  const body = PREFIXES[kind] + random;
  const token = body + checksum(body);
  return { token, hash: sha256(token), prefix: PREFIXES[kind], lastFour: token.slice(-4) };
}

/** Returns whether the text has the form and checksum of a token. */
export function isTokenForm(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(0, -CHECKSUM_CHARS)) === text.slice(-CHECKSUM_CHARS);
}
