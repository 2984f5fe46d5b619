import { ApiError } from "@/lib/contract/core/errors";
import { clientBucket } from "@/lib/shared/address-ranges";
import { now } from "@/lib/shared/clock";
import { sha256 } from "@/lib/shared/secret";
import { clearAttempts, countAttempt } from "@/lib/store/accounts/attempt-buckets";

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

/**
 * Counts an attempt to sign in, by account and by address. Returns the 429 once there were too many; the same for unknown accounts.
 * Strangers can bring that about, so `countKnown` still lets in who is known.
 */
export async function signInRefusal(email: string, address: string): Promise<ApiError | null> {
  return (
    (await refusal(addressBucket(address), PER_ADDRESS)) ?? (await refusal(accountBucket(email), PER_ACCOUNT))
  );
}

/** Counts an attempt from where this account signed in before. Throws 429 when that origin has used up its own attempts. */
export function countKnown(email: string, origin: string): Promise<void> {
  return count(`known:${origin} ${accountBucket(email)}`, PER_ACCOUNT);
}

/** Counts an attempt to guess a one-time link, by address. */
export function countGuess(address: string): Promise<void> {
  return count(addressBucket(address), PER_ADDRESS);
}

/** Counts an attempt to repeat the password within a session: nobody else can use these up. */
export function countRepeat(sessionId: number): Promise<void> {
  return count(`password:${sessionId}`, PER_ACCOUNT);
}

/** Counts a wish for a reset link, by account (known or not) and by address. */
export async function countResetRequest(email: string, address: string): Promise<void> {
  await count(addressBucket(address), PER_ADDRESS);
  await count(`reset:${accountBucket(email)}`, RESETS_PER_ACCOUNT);
}

/** Counts an invitation of an organization: their mails go to people who did not ask. */
export function countInvitation(organizationId: number): Promise<void> {
  return count(`invitations:${organizationId}`, INVITATIONS);
}

/** Counts a guess at a person's code. Each origin that signed in before has its own guesses; strangers (null) share theirs. */
export function countCode(userId: number, origin: string | null): Promise<void> {
  return count(codeBucket(userId, origin), CODES_A_DAY, DAY_S);
}

export function forgiveCodes(userId: number, origin: string | null): Promise<void> {
  return clearAttempts(codeBucket(userId, origin));
}

function codeBucket(userId: number, origin: string | null): string {
  return `codes:${userId}:${origin ?? "strangers"}`;
}

function addressBucket(address: string): string {
  return `address:${clientBucket(address)}`;
}

export function forgiveAccount(email: string): Promise<void> {
  return clearAttempts(accountBucket(email));
}

async function count(bucket: string, limit: number, windowSeconds = WINDOW_S): Promise<void> {
  const refused = await refusal(bucket, limit, windowSeconds);
  if (refused) throw refused;
}

async function refusal(bucket: string, limit: number, windowSeconds = WINDOW_S): Promise<ApiError | null> {
  const { attempts, resetAt } = await countAttempt(bucket, windowSeconds);
  if (attempts <= limit) return null;
  const seconds = Math.max(1, Math.ceil((resetAt.getTime() - now().getTime()) / 1000));
  return new ApiError(429, `Too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes.`, null, {
    "Retry-After": String(seconds),
  });
}
