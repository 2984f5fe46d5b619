import { verify } from "@node-rs/argon2";
import { clientBucket } from "@/lib/shared/address-ranges";
import { once } from "@/lib/shared/once";
import { WindowCounter } from "@/lib/shared/window-counter";
import type { AccessRules } from "./access";
import { knownDevice } from "./device-cookie";

/** Each try costs 25 ms of argon2. */
const TRIES_OF_ONE = 10;
/** An office has one address. */
const TRIES_OF_KNOWN_ADDRESS = 30;
/** Wrong ones of everyone who never had it right, so that many addresses guess no faster than this. */
const TRIES_OF_STRANGERS = 100;
const MINUTE_MS = 60_000;
const MAX_KEYS = 50_000;
const MAX_PASSWORD_CHARS = 500;

interface Visitor {
  readonly address: string;
  readonly cookies: string | undefined;
}

/**
 * Checks a page's password. A device or an address that had it right before has tries of its own a minute; strangers also share those
 * of the page, so they can't use up anyone else's.
 */
export async function tryPassword(
  page: AccessRules,
  visitor: Visitor,
  password: string,
): Promise<"right" | "wrong" | "later"> {
  const budgets = budgetsOf(page.id, visitor);
  const counted = counter();
  if (budgets.some(({ key, limit }) => counted.read(key).used >= limit)) return "later";
  for (const { key } of budgets) counted.count(key);
  if (!page.access_password || password.length > MAX_PASSWORD_CHARS) return "wrong";
  if (!(await verify(page.access_password, password))) return "wrong";
  // Only wrong tries use up what strangers share.
  if (budgets.some(({ key }) => key === strangers(page.id))) counted.forgive(strangers(page.id));
  remember(page.id, visitor.address);
  return "right";
}

function budgetsOf(pageId: number, { address, cookies }: Visitor): { key: string; limit: number }[] {
  const device = knownDevice(pageId, cookies);
  if (device !== null) return [{ key: `${pageId} device ${device}`, limit: TRIES_OF_ONE }];
  const own = { key: `${pageId} ${clientBucket(address)}`, limit: TRIES_OF_ONE };
  if (knownAddresses().has(own.key)) return [{ ...own, limit: TRIES_OF_KNOWN_ADDRESS }];
  return [own, { key: strangers(pageId), limit: TRIES_OF_STRANGERS }];
}

function strangers(pageId: number): string {
  return `${pageId} strangers`;
}

function counter(): WindowCounter {
  return once("pages.tries", () => new WindowCounter(MINUTE_MS, MAX_KEYS));
}

/** Kept by this process: a page's password works while the database is away. */
function knownAddresses(): Set<string> {
  return once("pages.known-addresses", () => new Set<string>());
}

function remember(pageId: number, address: string): void {
  const known = knownAddresses();
  const key = `${pageId} ${clientBucket(address)}`;
  known.delete(key);
  known.add(key);
  for (const oldest of known) {
    if (known.size <= MAX_KEYS) return;
    known.delete(oldest);
  }
}
