import { verify } from "@node-rs/argon2";
import { clientBucket } from "@/lib/shared/address-ranges";
import { MINUTE_MS } from "@/lib/shared/durations";
import { once } from "@/lib/shared/once";
import { WindowCounter } from "@/lib/shared/window-counter";
import type { AccessRules } from "./access";
import { knownDevice } from "./device-cookie";

/** Each attempt costs 25 ms of argon2. */
const TRIES_OF_ONE = 10;
/** Higher, because a whole office may share one address. */
const TRIES_OF_KNOWN_ADDRESS = 30;
/** Shared by all visitors who never entered the right password, so that many addresses can't guess faster. */
const TRIES_OF_STRANGERS = 100;
const MAX_KEYS = 50_000;
const MAX_PASSWORD_CHARS = 500;

interface Visitor {
  readonly address: string;
  readonly cookies: string | undefined;
}

/**
 * Checks a page's password. A device or address that entered it before has its own limit per minute. Strangers also share a limit per
 * page, which can't use up anyone else's.
 */
export async function tryPassword(
  page: AccessRules,
  visitor: Visitor,
  password: string,
): Promise<"right" | "wrong" | "later"> {
  const budgets = budgetsOf(page.id, visitor);
  if (budgets.some(isUsedUp)) return "later";
  const counted = counter();
  for (const { key } of budgets) counted.count(key);
  if (!page.access_password || password.length > MAX_PASSWORD_CHARS) return "wrong";
  if (!(await verify(page.access_password, password))) return "wrong";
  // Only wrong attempts count toward the limit that strangers share.
  if (budgets.some(({ key }) => key === strangers(page.id))) counted.forgive(strangers(page.id));
  remember(page.id, visitor.address);
  return "right";
}

/**
 * Returns whether the token in a URL may be answered, within the limits of `tryPassword`. Only wrong tokens count, because feed
 * readers send the right one with every request.
 */
export function mayTryToken(page: AccessRules, visitor: Visitor, isRight: boolean): boolean {
  const budgets = budgetsOf(page.id, visitor);
  if (budgets.some(isUsedUp)) return false;
  if (isRight) remember(page.id, visitor.address);
  else for (const { key } of budgets) counter().count(key);
  return true;
}

function isUsedUp({ key, limit }: Budget): boolean {
  return counter().read(key).used >= limit;
}

interface Budget {
  readonly key: string;
  readonly limit: number;
}

function budgetsOf(pageId: number, { address, cookies }: Visitor): Budget[] {
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

/** Kept in memory, so that passwords work while the database is unreachable. */
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
