/** A request to `/api/**` as the endpoint table needs it: the same from a socket, from Next and from a test. */
export interface ApiRequest {
  readonly method: string;
  /** Raw path with `/api` in front, still percent-encoded. */
  readonly path: string;
  /** Raw query with its `?`, or empty. */
  readonly search: string;
  readonly headers: (name: string) => string | undefined;
  /** Reads the body; rejects with a 413 when it has more than `limit` bytes. */
  readonly body: (limit: number) => Promise<Buffer>;
  /** The client's address as far as it can be trusted. */
  readonly remoteAddress: string;
  /** Aborts when the client leaves or the server drains. */
  readonly signal: AbortSignal;
}

export type ReplyBody = string | Buffer | ReadableStream;

export interface ApiReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: ReplyBody;
  /** A second Set-Cookie. */
  readonly secondCookie?: string | undefined;
}

/** An answer that is not the endpoint's JSON: a stream, a page, text. Also for answers with headers of their own. */
export class RawReply implements ApiReply {
  constructor(
    readonly status: number,
    readonly headers: Record<string, string>,
    readonly body: ReplyBody,
    readonly secondCookie?: string,
  ) {}
}
