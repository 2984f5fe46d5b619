import type { Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { ProbeError } from "../outgoing/probe-error";
import { BODY_BYTES_MAX } from "./response";

// A body cut at the cap ends in the middle of a stream: flush what is there instead of failing.
const ZLIB = { finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { finishFlush: constants.BROTLI_OPERATION_FLUSH };

const DECODERS: Record<string, () => Transform> = {
  gzip: () => createGunzip(ZLIB),
  "x-gzip": () => createGunzip(ZLIB),
  deflate: () => createInflate(ZLIB),
  br: () => createBrotliDecompress(BROTLI),
};

/**
 * The body as text, decompressed while it is read and cut at 512 KiB, so that a bomb costs no more than that (T09).
 * One layer only. Throws ProbeError `http_decoding_failed`.
 */
export async function decodeBody(body: Buffer, coding: string): Promise<string> {
  const name = coding.trim().toLowerCase();
  if (body.length === 0 || name === "" || name === "identity") return body.toString("utf8");
  const decoder = DECODERS[name];
  if (!decoder) {
    throw new ProbeError(
      "http_decoding_failed",
      `the content coding ${JSON.stringify(name.slice(0, 40))} is not supported: allowed are gzip, deflate and br`,
    );
  }
  return (await inflate(body, decoder(), name)).toString("utf8");
}

function inflate(body: Buffer, stream: Transform, name: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const finish = () => resolve(Buffer.concat(parts).subarray(0, BODY_BYTES_MAX));
    stream.on("data", (part: Buffer) => {
      parts.push(part);
      size += part.length;
      if (size < BODY_BYTES_MAX) return;
      stream.removeAllListeners("error");
      stream.on("error", () => undefined); // destroyed on purpose: the rest is not wanted
      stream.destroy();
      finish();
    });
    stream.once("end", finish);
    stream.once("error", (error) =>
      reject(new ProbeError("http_decoding_failed", `the ${name} body is damaged: ${error.message}`)),
    );
    stream.end(body);
  });
}
