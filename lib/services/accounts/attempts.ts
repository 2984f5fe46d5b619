import { ApiError } from "@/lib/contract/core/errors";
import { clientBucket } from "@/lib/shared/address-ranges";
import { now } from "@/lib/shared/clock";
import { sha256 } from "@/lib/shared/secret";
import { clearAttempts, countAttempt } from "@/lib/store/accounts/attempt-buckets";

const WINDOW_S = 3600;
/** Enough for someone who tries every password they remember; too few to guess one. */
const PER_ACCOUNT = 20;
const PER_ADDRESS = 100;
/**
 * Attempts per day at a second factor. Three of a million codes are valid at a time, so a year of guessing opens about one
 * account in fifty.
 */
const CODES_A_DAY = 20;
const DAY_S = 24 * 3600;
/** Maximum number of emails to an address whose owner may not want them. */
const RESETS_PER_ACCOUNT = 5;
const INVITATIONS = 100;

/** Returns the bucket for a typed address, whether or not an account exists. Only the hash of the address is stored. */
export function accountBucket(email: string): string {
  return `account:${sha256(email.trim().toLowerCase()).toString("hex")}`;
}

/**
 * Counts a sign-in attempt by account and by address, and returns a 429 above the limit. Unknown accounts get the same response.
 * Strangers can use up the limit, so `countKnown` still admits known devices and addresses.
 */
export async function signInRefusal(email: string, address: string): Promise<ApiError | null> {
  return (
    (await refusal(addressBucket(address), PER_ADDRESS)) ?? (await refusal(accountBucket(email), PER_ACCOUNT))
  );
}

/** Counts an attempt from a device or address where this account signed in before. Throws 429 above that origin's own limit. */
export function countKnown(email: string, origin: string): Promise<void> {
  return count(`known:${origin} ${accountBucket(email)}`, PER_ACCOUNT);
}

/** Counts an attempt to guess a one-time link, by address. Throws 429 above the limit. */
export function countGuess(address: string): Promise<void> {
  return count(addressBucket(address), PER_ADDRESS);
}

/** Counts an attempt to confirm the password within a session. No one else can use these up. */
export function countRepeat(sessionId: number): Promise<void> {
  return count(`password:${sessionId}`, PER_ACCOUNT);
}

/** Counts a request for a reset link, by account (known or not) and by address. */
export async function countResetRequest(email: string, address: string): Promise<void> {
  await count(addressBucket(address), PER_ADDRESS);
  await count(`reset:${accountBucket(email)}`, RESETS_PER_ACCOUNT);
}

/** Counts an organization's invitation, because its email goes to someone who did not ask for it. */
export function countInvitation(organizationId: number): Promise<void> {
  return count(`invitations:${organizationId}`, INVITATIONS);
}

/** Counts an attempt to guess a person's code. Each known origin has its own limit. Strangers (null) share one. */
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
