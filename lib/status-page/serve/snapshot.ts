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
  /** Asks search engines to leave it out. A `Disallow` in robots.txt would keep them from reading this. */
  readonly unlisted?: boolean;
}

/** The only representation that other sites may show in a frame. */
export const EMBED_PATH = "embed";

/**
 * Creates a representation with its headers. The policy allows only the page's own style, by its hash. What other programs read
 * says when the page last changed.
 */
export function createSnapshot(
  { path, contentType, text, shared, unlisted }: Representation,
  changedAt?: Date,
): LazySnapshot {
  const identity = Buffer.from(text);
  const headers = baseHeaders(policy(contentType, text, path === EMBED_PATH));
  if (shared) headers["Access-Control-Allow-Origin"] = "*";
  if (unlisted) headers["X-Robots-Tag"] = "noindex";
  if (shared && changedAt) headers["Last-Modified"] = changedAt.toUTCString();
  return new LazySnapshot(contentType, etagOf(identity), headers, identity);
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

/** RFC 7932 §9.1: a window of n bits reaches back 2ⁿ − 16 bytes. */
const WINDOW_LOSS = 16;

/** Compresses with a window that holds the whole text and no more, because the encoder first clears memory for its window. */
function brotli(identity: Buffer, quality: number): Buffer {
  const bits = Math.ceil(Math.log2(identity.length + WINDOW_LOSS));
  const { BROTLI_MIN_WINDOW_BITS: least, BROTLI_DEFAULT_WINDOW: most } = constants;
  return brotliCompressSync(identity, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(Math.max(bits, least), most),
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    },
  });
}

/** Brotli 8 takes twice as long for 2,000 components. Few clients accept only gzip, of which level 3 is 2% larger than level 4 in half the time. */
const THOROUGH = { brotli: 7, gzip: 3 };
/** For bytes that one visitor reads. */
export const QUICK: typeof THOROUGH = { brotli: 1, gzip: 1 };

/** Bytes that are compressed when they are first sent in an encoding. */
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

/** Returns about how much memory a snapshot takes, with the compressed bytes that it may get later. */
export function snapshotBytes({ identity }: Snapshot): number {
  return identity.length * 1.25;
}

function policy(contentType: string, text: string, isFramed = false): string {
  const style = /<style>([^<]*)<\/style>/.exec(text)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  if (contentType.startsWith("image/svg") && style)
    return `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; sandbox`;
  if (contentType.startsWith("application/xml"))
    return "default-src 'none'; style-src data:; img-src 'self'; frame-ancestors 'none'; sandbox";
  if (!contentType.startsWith("text/html")) return "default-src 'none'; frame-ancestors 'none'; sandbox";
  const fonts = style.includes("@font-face") ? "font-src 'self'; " : "";
  return `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; ${fonts}form-action 'self'; base-uri 'none'; frame-ancestors ${isFramed ? "*" : "'none'"}`;
}
