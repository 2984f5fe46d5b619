import { ApiError } from "@/lib/contract/errors";
import { monotonicMs } from "@/lib/shared/clock";
import { env } from "@/lib/shared/env";
import { once } from "@/lib/shared/once";

const WINDOW_S = 60;
const MAX_BUCKETS = 100_000;

interface Bucket {
  used: number;
  endsMs: number;
}

/** Where a caller stands in the current window. */
export interface Quota {
  readonly left: number;
  readonly resetSeconds: number;
}

function buckets(): Map<string, Bucket> {
  return once("http.rate", () => new Map<string, Bucket>());
}

function bucketOf(key: string): Bucket {
  const nowMs = monotonicMs();
  const all = buckets();
  const known = all.get(key);
  if (known && known.endsMs > nowMs) return known;
  if (all.size >= MAX_BUCKETS) for (const [old, bucket] of all) if (bucket.endsMs <= nowMs) all.delete(old);
  const fresh = { used: 0, endsMs: nowMs + WINDOW_S * 1000 };
  all.set(key, fresh);
  return fresh;
}

function quotaOf(bucket: Bucket): Quota {
  const left = Math.max(0, env().API_RATE_LIMIT - bucket.used);
  return { left, resetSeconds: Math.max(0, Math.ceil((bucket.endsMs - monotonicMs()) / 1000)) };
}

/** Counts one call. Throws 429 with Retry-After once the window's calls are used up; refused calls are not counted. */
export function countCall(key: string): Quota {
  const bucket = bucketOf(key);
  const limit = env().API_RATE_LIMIT;
  if (bucket.used >= limit) {
    const quota = quotaOf(bucket);
    throw new ApiError(
      429,
      `Too many calls: ${limit} a minute are allowed. Try again in ${quota.resetSeconds} s.`,
      null,
      {
        "Retry-After": String(quota.resetSeconds),
        ...quotaHeaders(quota),
      },
    );
  }
  bucket.used += 1;
  return quotaOf(bucket);
}

/** Where a caller stands without counting. */
export function quotaNow(key: string): Quota {
  return quotaOf(bucketOf(key));
}

/** The IETF draft's two headers (draft-ietf-httpapi-ratelimit-headers-11). */
export function quotaHeaders(quota: Quota): Record<string, string> {
  return {
    "RateLimit-Policy": `"default";q=${env().API_RATE_LIMIT};w=${WINDOW_S}`,
    RateLimit: `"default";r=${quota.left};t=${quota.resetSeconds}`,
  };
}
