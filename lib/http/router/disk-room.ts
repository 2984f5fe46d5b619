import type { Endpoint } from "@/lib/contract/core/endpoint";
import { ApiError } from "@/lib/contract/core/errors";
import { diskState } from "@/lib/shared/disk";

const RETRY_SECONDS = "60";

/** 503 for a write that the disk has no room for; nothing of it was stored. */
export function diskFull(): ApiError {
  const text =
    "The disk of this server is full. Incidents and notifications go on; other writes are refused. Free up space, then try again.";
  return new ApiError(503, text, null, { "Retry-After": RETRY_SECONDS });
}

/**
 * Throws 503 for what people and scripts write while the disk is nearly full: the last room belongs to results and alerts. Deleting
 * stays possible, as does signing in (to see why).
 */
export function requireRoom(endpoint: Pick<Endpoint, "method">): void {
  if (diskState().level !== "calm" && endpoint.method === "POST") throw diskFull();
}
