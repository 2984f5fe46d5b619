import type { Caller } from "@/lib/services/core/caller";

/** A request to `/api/**`, independent of its source: a socket, Next.js, a page of the dashboard, or a test. */
export interface ApiRequest {
  readonly method: string;
  /** The raw path including `/api`, percent-encoded. */
  readonly path: string;
  /** The raw query including its `?`, or empty. */
  readonly search: string;
  readonly headers: (name: string) => string | undefined;
  /** Reads the body. Rejects with a 413 above `limit` bytes. */
  readonly body: (limit: number) => Promise<Buffer>;
  /** The client's address, as far as it can be trusted. */
  readonly remoteAddress: string;
  /** Returns the caller of several reads for one page, authenticated once; other requests are authenticated by their headers. */
  readonly caller?: () => Promise<Caller>;
  /** Aborts when the client disconnects or the server shuts down. */
  readonly signal: AbortSignal;
}

export type ReplyBody = string | Buffer | ReadableStream;

export interface ApiReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: ReplyBody;
  /** A second Set-Cookie header. */
  readonly secondCookie?: string | undefined;
}

/** A reply that is not the endpoint's JSON (a stream, a page, text) or that sets its own headers. */
export class RawReply implements ApiReply {
  constructor(
    readonly status: number,
    readonly headers: Record<string, string>,
    readonly body: ReplyBody,
    readonly secondCookie?: string,
  ) {}
}
