import type { Transform } from "node:stream";
import zlib, {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from "node:zlib";
import { ProbeError } from "../net/probe-error";
import { type Reading, readingsOf } from "./charset";
import { type HeaderList, isLoose, valuesOf } from "./head";
import { BODY_BYTES_MAX } from "./response";

/** The part of a body that assertions search. */
export interface SearchedBody {
  /** At least one, the first as browsers show it. */
  readonly readings: Iterable<Reading>;
  /** Size of the decompressed body, as far as it was decompressed. */
  readonly bytes: number;
  /** False when the body continues beyond the searched part. */
  readonly whole: boolean;
  readonly warnings: readonly string[];
  /** Why this runner can't read a body that others can. */
  readonly unread?: string;
}

const NO_TEXT: Reading = { text: "", charset: "utf-8", warning: null };
export const NO_BODY: SearchedBody = { readings: [NO_TEXT], bytes: 0, whole: true, warnings: [] };

// A body may end in the middle of a stream. Browsers show what arrived.
const ZLIB = { finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { finishFlush: constants.BROTLI_OPERATION_FLUSH };
/** Twice as many as curl decodes. */
const CODINGS_MAX = 10;

type Decoder = (body: Buffer, whole: boolean) => Transform;
const unzip: Decoder = (body, whole) => (hasZlibHead(body) ? createInflate : createGunzip)(whole ? {} : ZLIB);
const DECODERS = new Map<string, Decoder>([
  ["gzip", unzip],
  ["x-gzip", unzip],
  ["deflate", (body, whole) => (hasZlibHead(body) ? createInflate : createInflateRaw)(whole ? {} : ZLIB)],
  ["br", (_, whole) => createBrotliDecompress(whole ? {} : BROTLI)],
]);
/** Part of Node.js since 22.15. It isn't asked for, but some servers send it all the same, and curl and browsers read it. */
const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: () => Transform };
if (createZstdDecompress) DECODERS.set("zstd", createZstdDecompress);
const NO_ZSTD =
  `the text can't be searched, because the response is compressed with zstd, which Node.js ${process.versions.node} on this ` +
  "runner can't read; run the runner with Node.js 22.15 or newer, or let the target send gzip, deflate, or br";

/** Returns whether the body starts with a zlib header (RFC 1950). Many servers send deflate without one, and browsers accept both. */
function hasZlibHead(body: Buffer): boolean {
  return ((body[0] ?? 0) & 0x0f) === 8 && body.length > 1 && body.readUInt16BE(0) % 31 === 0;
}

/**
 * Decodes the body to text in its own charset. Decompression stops at 512 KiB, so a decompression bomb costs no more
 * than that. A name that isn't a compression format is ignored with a warning, as in browsers. `whole` says whether the
 * entire body arrived. Throws ProbeError `http_decoding_failed`.
 */
export async function decodeBody(
  headers: HeaderList,
  { body, whole }: { body: Buffer; whole: boolean },
): Promise<SearchedBody> {
  const warnings: string[] = [];
  const codings = body.length === 0 ? [] : codingsOf(headers);
  if (codings.includes("zstd") && !DECODERS.has("zstd")) return { ...NO_BODY, unread: NO_ZSTD };
  const decoders = decodersOf(codings, warnings);
  let decoded = body;
  try {
    for (const [name, decoder] of decoders.reverse())
      decoded = await inflated(decoded, whole, name, decoder, warnings);
  } catch (error) {
    // Chromium decodes nothing if one coding is unknown to it, and curl doesn't know a header with a space in its name.
    if (decoders.length === codings.length && !isLoose(headers, "content-encoding")) throw error;
    warnings.push("the body isn't compressed as declared (RFC 9110 §8.4)");
    decoded = body;
  }
  const isCut = decoders.length > 0 && decoded.length > BODY_BYTES_MAX;
  const searched = isCut ? decoded.subarray(0, BODY_BYTES_MAX) : decoded;
  const readings = readingsOf(headers, searched);
  return { readings, bytes: decoded.length, whole: whole && !isCut, warnings };
}

function decodersOf(codings: readonly string[], warnings: string[]): [string, Decoder][] {
  const decoders: [string, Decoder][] = [];
  for (const name of codings) {
    const decoder = DECODERS.get(name);
    if (decoder) decoders.push([name, decoder]);
    else if (name !== "identity")
      warnings.push(
        `the content coding ${JSON.stringify(name.slice(0, 40))} isn't a compression format that browsers read (RFC 9110 §8.4.1)`,
      );
  }
  if (decoders.length > CODINGS_MAX)
    throw new ProbeError(
      "http_decoding_failed",
      `at most ${CODINGS_MAX} content codings are supported; got ${decoders.length}`,
    );
  return decoders;
}

async function inflated(
  body: Buffer,
  whole: boolean,
  name: string,
  decoder: Decoder,
  warnings: string[],
): Promise<Buffer> {
  return inflate(body, decoder(body, whole), name).catch(async (error: unknown) => {
    const rest = await withoutEnd(body, name, decoder);
    if (rest === null) throw error;
    warnings.push("the compressed body is damaged at its end, which browsers ignore (RFC 9110 §8.4.1)");
    return rest;
  });
}

/**
 * Returns the content of a body whose compressed data is intact but whose end isn't: it was cut off, its checksum is wrong, or other bytes
 * follow. Returns null when there is no content to show.
 */
async function withoutEnd(body: Buffer, name: string, decoder: Decoder): Promise<Buffer | null> {
  const stream = decoder === unzip ? behindGzipHead(body) : null;
  const raw = stream ? createInflateRaw(ZLIB) : decoder(body, false);
  const content = await inflate(stream ?? body, raw, name).catch(() => null);
  return content === null || content.length === 0 ? null : content;
}

/** Returns the codings in the order in which they were applied. Some servers compress the transfer instead of the content. */
function codingsOf(headers: HeaderList): string[] {
  const transfer = listed(headers, "transfer-encoding").filter((coding) => DECODERS.has(coding));
  return [...listed(headers, "content-encoding"), ...transfer];
}

function listed(headers: HeaderList, name: string): string[] {
  const given = valuesOf(headers, name).join(",").toLowerCase().split(",");
  return given.map((coding) => coding.trim()).filter((coding) => coding !== "");
}

const GZIP_HEAD_BYTES = 10;
const [CHECKSUM_FLAG, EXTRA_FLAG, NAME_FLAG, COMMENT_FLAG] = [2, 4, 8, 16];

/** Returns the deflate stream of the first gzip member, which marks its own end (RFC 1952 §2.3); null when there is no such member. */
function behindGzipHead(body: Buffer): Buffer | null {
  if (body.length < GZIP_HEAD_BYTES || body.readUInt16BE(0) !== 0x1f8b || body[2] !== 8) return null;
  const flags = body[3] ?? 0;
  let at = GZIP_HEAD_BYTES;
  if (flags & EXTRA_FLAG) at += 2 + (at + 2 <= body.length ? body.readUInt16LE(at) : 0);
  for (const flag of [NAME_FLAG, COMMENT_FLAG]) if (flags & flag) at = body.indexOf(0, at) + 1;
  return body.subarray(at + (flags & CHECKSUM_FLAG ? 2 : 0));
}

/** Returns at least `BODY_BYTES_MAX` + 1 bytes when the stream has that many. */
function inflate(body: Buffer, stream: Transform, name: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const finish = () => resolve(Buffer.concat(parts));
    stream.on("data", (part: Buffer) => {
      parts.push(part);
      size += part.length;
      if (size <= BODY_BYTES_MAX) return;
      stream.removeAllListeners("error");
      stream.on("error", () => undefined); // destroyed on purpose; the rest isn't needed
      stream.destroy();
      finish();
    });
    stream.once("end", finish);
    stream.once("error", (error) => {
      reject(new ProbeError("http_decoding_failed", `the ${name} body is damaged: ${error.message}`));
    });
    stream.end(body);
  });
}
