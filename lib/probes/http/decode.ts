import type { Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { ProbeError } from "../net/probe-error";
import { textOf } from "./charset";
import { type HeaderList, valuesOf } from "./head";
import { BODY_BYTES_MAX } from "./response";

/** The part of a body that assertions search. */
export interface SearchedBody {
  readonly text: string;
  /** False when the body continues beyond the searched part. */
  readonly whole: boolean;
  readonly warnings: readonly string[];
}

// A body cut at the size limit ends in the middle of a stream. Flush what arrived instead of failing.
const ZLIB = { finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { finishFlush: constants.BROTLI_OPERATION_FLUSH };

const DECODERS: Record<string, (body: Buffer, whole: boolean) => Transform> = {
  gzip: (_, whole) => createGunzip(whole ? {} : ZLIB),
  "x-gzip": (_, whole) => createGunzip(whole ? {} : ZLIB),
  deflate: (body, whole) => (hasZlibHead(body) ? createInflate : createInflateRaw)(whole ? {} : ZLIB),
  br: (_, whole) => createBrotliDecompress(whole ? {} : BROTLI),
};

/** Returns whether the body starts with a zlib header (RFC 1950). Many servers send deflate without one, and browsers accept both. */
function hasZlibHead(body: Buffer): boolean {
  return ((body[0] ?? 0) & 0x0f) === 8 && body.length > 1 && body.readUInt16BE(0) % 31 === 0;
}

/** Content codings that servers set by mistake or for other clients. Browsers show such a body unchanged. */
const NO_COMPRESSION =
  /^(?:identity|none|null|plain|text|text\/[\w.+-]{1,40}|binary|[78]bit|utf-?8|us-ascii|iso-8859-\d{1,2}|windows-125\d|aws-chunked)$/;

/**
 * Decodes the body to text in its own charset. Decompression stops at 512 KiB, so a decompression bomb costs no more
 * than that. Supports one coding only. `whole` says whether the entire body arrived; a stream that ends early in a
 * whole body is damaged. Throws ProbeError `http_decoding_failed`.
 */
export async function decodeBody(
  headers: HeaderList,
  { body, whole }: { body: Buffer; whole: boolean },
): Promise<SearchedBody> {
  const codings = codingsOf(headers);
  const name = codings.filter((coding) => !NO_COMPRESSION.test(coding)).join(", ");
  const warnings = codings
    .filter((coding) => NO_COMPRESSION.test(coding) && coding !== "identity")
    .map(
      (coding) => `the content coding ${JSON.stringify(coding)} isn't a compression format (RFC 9110 §8.4.1)`,
    );
  if (body.length === 0 || name === "") return { text: textOf(headers, body), whole, warnings };
  const decoder = DECODERS[name];
  if (!decoder) {
    throw new ProbeError(
      "http_decoding_failed",
      `the content coding ${JSON.stringify(name.slice(0, 40))} isn't supported; use gzip, deflate, or br`,
    );
  }
  const inflated = await inflate(body, decoder(body, whole), name).catch(async (error: unknown) => {
    const first = error instanceof NoMemberError ? await firstMember(body) : null;
    if (first === null) throw error;
    warnings.push("the compressed body is followed by extra bytes");
    return first;
  });
  return {
    text: textOf(headers, inflated.subarray(0, BODY_BYTES_MAX)),
    whole: whole && inflated.length <= BODY_BYTES_MAX,
    warnings,
  };
}

function codingsOf(headers: HeaderList): string[] {
  const given = valuesOf(headers, "content-encoding").join(",").toLowerCase().split(",");
  return given.map((coding) => coding.trim()).filter((coding) => coding !== "");
}

/** The zlib errors for trailing bytes that aren't another gzip member (RFC 1952 §2.2), and for a body that isn't gzip at all. */
const NO_MEMBER: ReadonlySet<string> = new Set(["incorrect header check", "unexpected end of file"]);

class NoMemberError extends ProbeError {}

const GZIP_HEAD_BYTES = 10;
/** Size of the checksum and length that follow a member's deflate stream. */
const GZIP_TAIL_BYTES = 8;
const [CHECKSUM_FLAG, EXTRA_FLAG, NAME_FLAG, COMMENT_FLAG] = [2, 4, 8, 16];

/**
 * Returns the content of the first gzip member when other bytes follow it, as on a page that prints a newline after
 * compressing its output. Browsers ignore such bytes. Returns null when that member is incomplete. zlib has already
 * verified its checksum before looking for another member.
 */
async function firstMember(body: Buffer): Promise<Buffer | null> {
  const stream = behindGzipHead(body);
  if (stream === null) return null;
  const raw = createInflateRaw();
  const inflated = await inflate(stream, raw, "gzip").catch(() => null);
  return raw.bytesWritten + GZIP_TAIL_BYTES < stream.length ? inflated : null;
}

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
      const Kind = NO_MEMBER.has(error.message) ? NoMemberError : ProbeError;
      reject(new Kind("http_decoding_failed", `the ${name} body is damaged: ${error.message}`));
    });
    stream.end(body);
  });
}
