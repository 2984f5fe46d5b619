import type { Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { ProbeError } from "../net/probe-error";
import { textOf } from "./charset";
import { type HeaderList, valuesOf } from "./head";
import { BODY_BYTES_MAX } from "./response";

/** What assertions search. */
export interface SearchedBody {
  readonly text: string;
  /** False when there is more of it than is searched. */
  readonly whole: boolean;
  readonly warnings: readonly string[];
}

// A body cut at the cap ends in the middle of a stream: flush what is there instead of failing.
const ZLIB = { finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { finishFlush: constants.BROTLI_OPERATION_FLUSH };

const DECODERS: Record<string, (body: Buffer, whole: boolean) => Transform> = {
  gzip: (_, whole) => createGunzip(whole ? {} : ZLIB),
  "x-gzip": (_, whole) => createGunzip(whole ? {} : ZLIB),
  deflate: (body, whole) => (hasZlibHead(body) ? createInflate : createInflateRaw)(whole ? {} : ZLIB),
  br: (_, whole) => createBrotliDecompress(whole ? {} : BROTLI),
};

/** Whether it begins as RFC 1950 says: many servers send deflate without it, and browsers take both. */
function hasZlibHead(body: Buffer): boolean {
  return ((body[0] ?? 0) & 0x0f) === 8 && body.length > 1 && body.readUInt16BE(0) % 31 === 0;
}

/** Written there by mistake or for somebody else; browsers show such a body as it came. */
const NO_COMPRESSION =
  /^(?:identity|none|null|plain|text|text\/[\w.+-]{1,40}|binary|[78]bit|utf-?8|us-ascii|iso-8859-\d{1,2}|windows-125\d|aws-chunked)$/;

/**
 * The body as text in its own charset, decompressed while it is read and cut at 512 KiB, so that a bomb costs no more than that (T09).
 * One layer only. `whole`: whether all of the body is here; a stream that ends early in a whole body is damaged.
 * Throws ProbeError `http_decoding_failed`.
 */
export async function decodeBody(
  headers: HeaderList,
  { body, whole }: { body: Buffer; whole: boolean },
): Promise<SearchedBody> {
  const codings = codingsOf(headers);
  const name = codings.filter((coding) => !NO_COMPRESSION.test(coding)).join(", ");
  const warnings = codings
    .filter((coding) => NO_COMPRESSION.test(coding) && coding !== "identity")
    .map((coding) => `the content coding ${JSON.stringify(coding)} is no compression (RFC 9110 §8.4.1)`);
  if (body.length === 0 || name === "") return { text: textOf(headers, body), whole, warnings };
  const decoder = DECODERS[name];
  if (!decoder) {
    throw new ProbeError(
      "http_decoding_failed",
      `the content coding ${JSON.stringify(name.slice(0, 40))} is not supported: allowed are gzip, deflate and br`,
    );
  }
  const inflated = await inflate(body, decoder(body, whole), name).catch(async (error: unknown) => {
    const first = error instanceof NoMemberError ? await firstMember(body) : null;
    if (first === null) throw error;
    warnings.push("bytes stand behind the compressed body");
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

/** How zlib names what should be another member of a gzip stream (RFC 1952 §2.2) and is none; also what is no gzip at all. */
const NO_MEMBER: ReadonlySet<string> = new Set(["incorrect header check", "unexpected end of file"]);

class NoMemberError extends ProbeError {}

const GZIP_HEAD_BYTES = 10;
/** Checksum and size behind a member's deflate stream. */
const GZIP_TAIL_BYTES = 8;
const [CHECKSUM_FLAG, EXTRA_FLAG, NAME_FLAG, COMMENT_FLAG] = [2, 4, 8, 16];

/**
 * What is in a gzip body behind whose first member something else stands, as of a page that prints a line end once it has compressed
 * itself: browsers ignore it. Null where that member is not whole. Its checksum was held before zlib looked for another one.
 */
async function firstMember(body: Buffer): Promise<Buffer | null> {
  const stream = behindGzipHead(body);
  if (stream === null) return null;
  const raw = createInflateRaw();
  const inflated = await inflate(stream, raw, "gzip").catch(() => null);
  return raw.bytesWritten + GZIP_TAIL_BYTES < stream.length ? inflated : null;
}

/** The deflate stream of a gzip body's first member, whose end names itself (RFC 1952 §2.3); null where there is no such member. */
function behindGzipHead(body: Buffer): Buffer | null {
  if (body.length < GZIP_HEAD_BYTES || body.readUInt16BE(0) !== 0x1f8b || body[2] !== 8) return null;
  const flags = body[3] ?? 0;
  let at = GZIP_HEAD_BYTES;
  if (flags & EXTRA_FLAG) at += 2 + (at + 2 <= body.length ? body.readUInt16LE(at) : 0);
  for (const flag of [NAME_FLAG, COMMENT_FLAG]) if (flags & flag) at = body.indexOf(0, at) + 1;
  return body.subarray(at + (flags & CHECKSUM_FLAG ? 2 : 0));
}

/** At least the first `BODY_BYTES_MAX` and one more byte, where there are so many. */
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
      stream.on("error", () => undefined); // destroyed on purpose: the rest is not wanted
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
