import type { Operations } from "./operations.js";

export type * from "./operations.js";

type Id = keyof Operations;
/** Part of an operation's input: absent if it takes none, optional if none of its fields is required. */
type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : Record<never, never> extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

export type Input<I extends Id> = Part<"params", Operations[I]["params"]> &
  Part<"query", Operations[I]["query"]> &
  Part<"body", Operations[I]["body"]> & { signal?: AbortSignal };
export type Answer<I extends Id> = Operations[I]["answer"];

/** Operations that return a paginated list. */
export type ListId = { [I in Id]: Answer<I> extends { data: unknown[]; links: unknown } ? I : never }[Id];
export type Item<I extends ListId> = Answer<I> extends { data: Array<infer One> } ? One : never;

export class ApiError extends Error {
  readonly status: number;
  /** Error texts of a 422 by dotted field name; null otherwise. */
  readonly errors: Record<string, string[]> | null;
  readonly requestId: string | null;
}

export interface ClientOptions {
  /** Address of the installation, with or without a trailing slash. */
  readonly url: string;
  readonly token: string;
  /** ID or slug of the project. Required with an organization key. */
  readonly project?: number | string;
  readonly fetch?: typeof globalThis.fetch;
}

export interface Client {
  /**
   * Sends a request. Retries after 429, 502, 503, 504, and lost connections with one idempotency key, then throws
   * `ApiError`.
   */
  call<I extends Id>(
    id: I,
    ...input: Record<never, never> extends Input<I> ? [Input<I>?] : [Input<I>]
  ): Promise<Answer<I>>;
  /** Yields every item of a list and fetches its pages one by one. */
  all<I extends ListId>(id: I, input?: Partial<Input<I>>): AsyncGenerator<Item<I>>;
}

export function createClient(options: ClientOptions): Client;
