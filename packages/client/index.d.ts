import type { Operations } from "./operations.js";

export type * from "./operations.js";

type Id = keyof Operations;
/** A part that the operation takes; left out where it takes none, optional where nothing of it is required. */
type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : Record<never, never> extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

export type Input<I extends Id> = Part<"params", Operations[I]["params"]> &
  Part<"query", Operations[I]["query"]> &
  Part<"body", Operations[I]["body"]> & { signal?: AbortSignal };
export type Answer<I extends Id> = Operations[I]["answer"];

/** Operations whose answer is a list with pages. */
export type ListId = { [I in Id]: Answer<I> extends { data: unknown[]; links: unknown } ? I : never }[Id];
export type Item<I extends ListId> = Answer<I> extends { data: Array<infer One> } ? One : never;

export class ApiError extends Error {
  readonly status: number;
  /** Texts by dotted field of a 422; null otherwise. */
  readonly errors: Record<string, string[]> | null;
  readonly requestId: string | null;
}

export interface ClientOptions {
  /** Address of the installation, with or without a slash at its end. */
  readonly url: string;
  readonly token: string;
  /** Id or slug of the project; needed with a key of the organization. */
  readonly project?: number | string;
  readonly fetch?: typeof globalThis.fetch;
}

export interface Client {
  /** Throws `ApiError`. Tries again after 429, 502, 503, 504 and lost connections, with one idempotency key. */
  call<I extends Id>(
    id: I,
    ...input: Record<never, never> extends Input<I> ? [Input<I>?] : [Input<I>]
  ): Promise<Answer<I>>;
  /** Every item of a list, page after page. */
  all<I extends ListId>(id: I, input?: Partial<Input<I>>): AsyncGenerator<Item<I>>;
}

export function createClient(options: ClientOptions): Client;
