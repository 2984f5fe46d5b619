import { AsyncLocalStorage } from "node:async_hooks";

/** An Idempotency-Key whose first request is running. */
export interface ClaimedKey {
  readonly organizationId: number;
  readonly key: string;
  /** When, to the millisecond. Another request has it later, if it took over. */
  readonly claimedAt: Date;
}

/** A request under its key. What it starts, such as a timer, keeps it after the request has ended. */
export interface KeyedRequest {
  readonly claim: ClaimedKey;
  isOver: boolean;
}

/** The request that the current code runs for. `tx` marks its key when it commits, so what such a request creates must go through `tx`. */
export const keyedRequest = new AsyncLocalStorage<KeyedRequest>();
