import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** A pre-rendered representation, ready to send: body and headers are fixed before the first request. */
export interface Snapshot {
  readonly contentType: string;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly identity: Buffer;
  /** Null when the bytes are already compressed and are sent as they are. */
  readonly gzip: Buffer | null;
  readonly brotli: Buffer | null;
}

/** A representation before compression. */
export interface Representation {
  /** The path below the page's base, without a leading slash; "" is the page itself. */
  readonly path: string;
  readonly contentType: string;
  readonly text: string;
  /** Allows other origins to read it: feeds, JSON, badges. */
  readonly shared?: boolean;
}

/** The only representation that other sites may show in a frame. */
export const EMBED_PATH = "embed";

/** Compresses a representation and sets its headers. The policy allows only the page's own style, by its hash. */
export function createSnapshot({ path, contentType, text, shared }: Representation) {
  const identity = Buffer.from(text);
  const headers = baseHeaders(policy(contentType, text, path === EMBED_PATH));
  if (shared) headers["Access-Control-Allow-Origin"] = "*";
  return { contentType, etag: etagOf(identity), headers, ...compressed(identity) } satisfies Snapshot;
}

/** Sets the headers of bytes that are compressed already, like those of a PNG. */
export function fixedSnapshot(contentType: string, identity: Buffer): Snapshot {
  const headers = baseHeaders(policy(contentType, ""));
  return { contentType, etag: etagOf(identity), headers, identity, gzip: null, brotli: null };
}

function baseHeaders(policy: string): Record<string, string> {
  return {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
  };
}

function etagOf(content: Buffer): string {
  return `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
}

/** Returns the bytes in every supported encoding. */
export function compressed(identity: Buffer): Record<"identity" | "gzip" | "brotli", Buffer> {
  return {
    identity,
    gzip: gzipSync(identity, { level: THOROUGH.gzip }),
    brotli: brotli(identity, THOROUGH.brotli),
  };
}

function brotli(identity: Buffer, quality: number): Buffer {
  return brotliCompressSync(identity, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    },
  });
}

/** How thoroughly bytes are compressed. */
export interface Effort {
  readonly brotli: number;
  readonly gzip: number;
}

/** For bytes that one visitor reads. */
export const QUICK: Effort = { brotli: 1, gzip: 1 };
/** Few clients accept only gzip. Level 3 is 2% larger than level 4 in half the time. */
const THOROUGH: Effort = { brotli: 6, gzip: 3 };

/** Bytes that are compressed only when they are sent. */
export class LazySnapshot implements Snapshot {
  #gzip: Buffer | undefined;
  #brotli: Buffer | undefined;

  constructor(
    readonly contentType: string,
    readonly etag: string,
    readonly headers: Readonly<Record<string, string>>,
    readonly identity: Buffer,
    private readonly effort = THOROUGH,
  ) {}

  get gzip(): Buffer {
    this.#gzip ??= gzipSync(this.identity, { level: this.effort.gzip });
    return this.#gzip;
  }

  get brotli(): Buffer {
    this.#brotli ??= brotli(this.identity, this.effort.brotli);
    return this.#brotli;
  }
}

/** Returns a document with another text and the same policy, because its style is the same. */
export function changedText({ contentType, headers }: Snapshot, text: string): Snapshot {
  const identity = Buffer.from(text);
  return new LazySnapshot(contentType, etagOf(identity), headers, identity);
}

/** Returns the memory that a snapshot takes. */
export function snapshotBytes({ identity, gzip, brotli }: Snapshot): number {
  return identity.length + (gzip?.length ?? 0) + (brotli?.length ?? 0);
}

function policy(contentType: string, text: string, isFramed = false): string {
  const style = /<style>([^<]*)<\/style>/.exec(text)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  if (contentType.startsWith("image/svg") && style)
    return `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; sandbox`;
  if (!contentType.startsWith("text/html")) return "default-src 'none'; frame-ancestors 'none'; sandbox";
  const fonts = style.includes("@font-face") ? "font-src 'self'; " : "";
  return `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; ${fonts}form-action 'self'; base-uri 'none'; frame-ancestors ${isFramed ? "*" : "'none'"}`;
}
