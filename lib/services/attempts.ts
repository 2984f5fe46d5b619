import { ApiError } from "@/lib/contract/errors";
import { now } from "@/lib/shared/clock";
import { sha256 } from "@/lib/shared/secret";
import { clearAttempts, countAttempt } from "@/lib/store/attempt-buckets";

const WINDOW_S = 3600;
/** Enough for a person who tries all they remember; too few to guess (T26). */
const PER_ACCOUNT = 20;
const PER_ADDRESS = 100;
/** Codes of a second factor: a million of them, three hold at a time; a year of guessing finds one in about fifty accounts. */
const CODES_A_DAY = 20;
const DAY_S = 24 * 3600;
/** Mails to an address that may not want them. */
const RESETS_PER_ACCOUNT = 5;
const INVITATIONS = 100;

/** The bucket of an account, whether it exists or not: the typed address decides, and only its hash is stored. */
export function accountBucket(email: string): string {
  return `account:${sha256(email.trim().toLowerCase()).toString("hex")}`;
}

/** Counts an attempt to sign in, by account and by address. Throws 429 with Retry-After; the same for unknown accounts. */
export async function countSignIn(email: string, address: string): Promise<void> {
  await count(`address:${address}`, PER_ADDRESS);
  await count(accountBucket(email), PER_ACCOUNT);
}

/** Counts an attempt to guess a one-time link or a password again, by address. */
export function countGuess(address: string): Promise<void> {
  return count(`address:${address}`, PER_ADDRESS);
}

/** Counts a wish for a reset link, by account (known or not) and by address. */
export async function countResetRequest(email: string, address: string): Promise<void> {
  await count(`address:${address}`, PER_ADDRESS);
  await count(`reset:${accountBucket(email)}`, RESETS_PER_ACCOUNT);
}

/** Counts an invitation of an organization: their mails go to people who did not ask. */
export function countInvitation(organizationId: number): Promise<void> {
  return count(`invitations:${organizationId}`, INVITATIONS);
}

/** Counts a guess at a person's code. */
export function countCode(userId: number): Promise<void> {
  return count(codeBucket(userId), CODES_A_DAY, DAY_S);
}

export function forgiveCodes(userId: number): Promise<void> {
  return clearAttempts(codeBucket(userId));
}

function codeBucket(userId: number): string {
  return `codes:${userId}`;
}

export function forgiveAccount(email: string): Promise<void> {
  return clearAttempts(accountBucket(email));
}

async function count(bucket: string, limit: number, windowSeconds = WINDOW_S): Promise<void> {
  const { attempts, resetAt } = await countAttempt(bucket, windowSeconds);
  if (attempts <= limit) return;
  const seconds = Math.max(1, Math.ceil((resetAt.getTime() - now().getTime()) / 1000));
  throw new ApiError(429, `Too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes.`, null, {
    "Retry-After": String(seconds),
  });
}
