import type { Endpoint } from "@/lib/contract/core/endpoint";
import { ApiError } from "@/lib/contract/core/errors";
import { diskState } from "@/lib/shared/disk";

const RETRY_SECONDS = "60";

/** Returns the 503 for a write that did not fit on the disk. Nothing of it was stored. */
export function diskFull(): ApiError {
  const text =
    "The server's disk is full. Incidents and notifications continue, but other writes are rejected. Free up space, then try again.";
  return new ApiError(503, text, null, { "Retry-After": RETRY_SECONDS });
}

/**
 * Throws 503 for writes of users and scripts while the disk is nearly full, which reserves the remaining space for results and
 * alerts. Deleting and signing in stay possible.
 */
export function requireDiskSpace(endpoint: Pick<Endpoint, "method">): void {
  if (diskState().level !== "calm" && endpoint.method === "POST") throw diskFull();
}
