import { verify } from "@node-rs/argon2";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import type { AccessRules } from "./access";

const TRIES_A_MINUTE = 10;
const MINUTE_MS = 60_000;
const MAX_BUCKETS = 10_000;
const MAX_PASSWORD_CHARS = 500;

interface Bucket {
  tries: number;
  resetMs: number;
}

/** Checks a page's password; at most 10 tries a minute from one address, since each costs 25 ms of argon2. */
export async function tryPassword(
  page: AccessRules,
  address: string,
  password: string,
): Promise<"right" | "wrong" | "later"> {
  if (!mayTry(`${page.id} ${address}`)) return "later";
  if (!page.access_password || password.length > MAX_PASSWORD_CHARS) return "wrong";
  return (await verify(page.access_password, password)) ? "right" : "wrong";
}

function mayTry(key: string): boolean {
  const buckets = once("pages.tries", () => new Map<string, Bucket>());
  const at = monotonicMs();
  const known = buckets.get(key);
  const bucket = known && known.resetMs > at ? known : { tries: 0, resetMs: at + MINUTE_MS };
  if (buckets.size >= MAX_BUCKETS) buckets.clear();
  bucket.tries += 1;
  buckets.set(key, bucket);
  return bucket.tries <= TRIES_A_MINUTE;
}
