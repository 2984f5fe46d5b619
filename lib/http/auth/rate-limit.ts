import { ApiError } from "@/lib/contract/core/errors";
import { clientBucket } from "@/lib/shared/address-ranges";
import { env } from "@/lib/shared/env";
import { once } from "@/lib/shared/once";
import { WindowCounter } from "@/lib/shared/window-counter";

const WINDOW_S = 60;
const MAX_KEYS = 100_000;
/** Batches of 500 results per minute. Far more than a server can store, so only a malfunctioning runner reaches it. */
const RUNNER_CALLS = 3000;

/** Identifies the requests that share a limit. */
export interface RateKey {
  readonly key: string;
  readonly limit: number;
}

/** A caller's usage in the current window. */
export interface Quota {
  readonly limit: number;
  readonly left: number;
  readonly resetSeconds: number;
}

export const rateKeys = {
  organization: (id: number): RateKey => ({ key: `organization:${id}`, limit: env().API_RATE_LIMIT }),
  address: (address: string): RateKey => ({
    key: `address:${clientBucket(address)}`,
    limit: env().API_RATE_LIMIT,
  }),
  runner: (id: number): RateKey => ({ key: `runner:${id}`, limit: RUNNER_CALLS }),
};

function counter(): WindowCounter {
  return once("http.rate", () => new WindowCounter(WINDOW_S * 1000, MAX_KEYS));
}

/** Counts a request. Throws 429 with Retry-After when the limit is reached; rejected requests do not count. */
export function countCall({ key, limit }: RateKey): Quota {
  const quota = quotaNow({ key, limit });
  if (quota.left === 0) {
    throw new ApiError(
      429,
      `Too many requests; the limit is ${limit} per minute. Try again in ${quota.resetSeconds} s.`,
      null,
      { "Retry-After": String(quota.resetSeconds), ...quotaHeaders(quota) },
    );
  }
  counter().count(key);
  return quotaNow({ key, limit });
}

/** Returns a caller's usage without counting a request. */
export function quotaNow({ key, limit }: RateKey): Quota {
  const { used, leftMs } = counter().read(key);
  return { limit, left: Math.max(0, limit - used), resetSeconds: Math.max(0, Math.ceil(leftMs / 1000)) };
}

/** Returns the two headers of the IETF draft (draft-ietf-httpapi-ratelimit-headers-11). */
export function quotaHeaders({ limit, left, resetSeconds }: Quota): Record<string, string> {
  return {
    "RateLimit-Policy": `"default";q=${limit};w=${WINDOW_S}`,
    RateLimit: `"default";r=${left};t=${resetSeconds}`,
  };
}
