import { EXPIRED, purge } from "./purges";

/** Deletes expired rows. Returns how many. */
export async function forgetExpired(): Promise<number> {
  let forgotten = 0;
  for (const what of EXPIRED) forgotten += await purge(what);
  return forgotten;
}
