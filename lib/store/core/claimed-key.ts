import { AsyncLocalStorage } from "node:async_hooks";

/** An Idempotency-Key whose first request is running. */
export interface ClaimedKey {
  readonly organizationId: number;
  readonly key: string;
}

/** The key under which the current code runs. `tx` marks it when it commits, so what such a request creates must go through `tx`. */
export const claimedKey = new AsyncLocalStorage<ClaimedKey>();
