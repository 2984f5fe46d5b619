import { clientBucket } from "@/lib/shared/address-ranges";
import { sha256 } from "@/lib/shared/secret";
import { countAttempt } from "@/lib/store/accounts/attempt-buckets";

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** Enough for an office behind one address, but too few to send unwanted emails to many people. */
const FROM_ONE_ADDRESS = 20;
const ON_ONE_PAGE = 500;
/** Challenges a day. Many receivers share the host of an automation service. */
const TO_ONE_HOST = 100;
const TO_ONE_URL = 3;

/** Returns whether this client and page may make another request this hour. The same for known and unknown email addresses. */
export async function mayAsk(pageId: number, clientAddress: string): Promise<boolean> {
  const client = await countAttempt(`subscribe-from:${clientBucket(clientAddress)}`, HOUR_S);
  if (client.attempts > FROM_ONE_ADDRESS) return false;
  const page = await countAttempt(`subscribe-page:${pageId}`, HOUR_S);
  return page.attempts <= ON_ONE_PAGE;
}

/** Returns whether an unconfirmed address may get an email: one a day per address and page. Stores only a hash. */
export async function mayWriteTo(pageId: number, email: string): Promise<boolean> {
  const bucket = `subscribe-to:${pageId}:${sha256(email).toString("hex")}`;
  return (await countAttempt(bucket, DAY_S)).attempts === 1;
}

/** Returns whether a URL may get another challenge today. Counts its host on all pages too, because anyone may name it. */
export async function mayPostTo(pageId: number, url: string): Promise<boolean> {
  const { host } = new URL(url);
  const ofHost = await countAttempt(`subscribe-host:${sha256(host).toString("hex")}`, DAY_S);
  const bucket = `subscribe-url:${pageId}:${sha256(url).toString("hex")}`;
  const ofUrl = await countAttempt(bucket, DAY_S);
  return ofHost.attempts <= TO_ONE_HOST && ofUrl.attempts <= TO_ONE_URL;
}
