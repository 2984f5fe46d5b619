import { clientBucket } from "@/lib/shared/address-ranges";
import { sha256 } from "@/lib/shared/secret";
import { countAttempt } from "@/lib/store/accounts/attempt-buckets";

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** Enough for an office behind one address; too few to annoy many (T28). */
const FROM_ONE_ADDRESS = 20;
const ON_ONE_PAGE = 500;

/** Whether one more wish from this client and on this page is heard within the hour; the same for known and unknown addresses. */
export async function mayAsk(pageId: number, clientAddress: string): Promise<boolean> {
  const client = await countAttempt(`subscribe-from:${clientBucket(clientAddress)}`, HOUR_S);
  if (client.attempts > FROM_ONE_ADDRESS) return false;
  const page = await countAttempt(`subscribe-page:${pageId}`, HOUR_S);
  return page.attempts <= ON_ONE_PAGE;
}

/** Whether a mail may go to somebody who may not want it: one a day for an address and page. Only a hash is kept. */
export async function mayWriteTo(pageId: number, email: string): Promise<boolean> {
  const bucket = `subscribe-to:${pageId}:${sha256(email).toString("hex")}`;
  return (await countAttempt(bucket, DAY_S)).attempts === 1;
}
