import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import { bestEncoding } from "@/lib/status-page/serve/page-reply";

/** Smaller bodies hardly shrink. */
const MIN_BYTES = 1024;
/** Higher levels take twice the time for a tenth less. */
const LEVEL = 4;
/** For bodies of several megabytes, such as all metrics, level 1 takes a third of the time and produces a sixth more bytes. */
const LARGE_BYTES = 1_000_000;
const LARGE_LEVEL = 1;
const packGzip = promisify(gzip);
const packBrotli = promisify(brotliCompress);
const packs = {
  gzip: (body: Buffer) => packGzip(body, { level: levelOf(body) }),
  br: (body: Buffer) => packBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: levelOf(body) } }),
};

function levelOf(body: Buffer): number {
  return body.length > LARGE_BYTES ? LARGE_LEVEL : LEVEL;
}

/** Returns a large body as the client accepts it, compressed outside the event loop, with the headers that say so. */
export async function packedBody(
  body: Buffer,
  acceptEncoding: string | undefined,
): Promise<{ bytes: Buffer; headers: Record<string, string> }> {
  const encoding = bestEncoding(acceptEncoding);
  if (body.length < MIN_BYTES) return { bytes: body, headers: {} };
  const headers = { Vary: "Accept-Encoding" };
  if (encoding === "identity") return { bytes: body, headers };
  return { bytes: await packs[encoding](body), headers: { ...headers, "Content-Encoding": encoding } };
}

/** Like `packedBody`, for a body that is written while it's sent. */
export function packedStream(
  body: Readable,
  acceptEncoding: string | undefined,
): { stream: Readable; headers: Record<string, string> } {
  const encoding = bestEncoding(acceptEncoding);
  const headers = { Vary: "Accept-Encoding" };
  if (encoding === "identity") return { stream: body, headers };
  const packer =
    encoding === "gzip"
      ? createGzip({ level: LARGE_LEVEL })
      : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: LARGE_LEVEL } });
  body.on("error", (error) => packer.destroy(error));
  packer.once("close", () => body.destroy());
  return { stream: body.pipe(packer), headers: { ...headers, "Content-Encoding": encoding } };
}
