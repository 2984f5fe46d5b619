import type { IncomingMessage } from "node:http";
import { ApiError, bodyTooLarge } from "@/lib/contract/core/errors";

/**
 * Reads a request's body. Throws 413 above `limit` bytes, from its Content-Length before reading or as soon as it's too long.
 * Throws 400 when the client disconnects early.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > limit) throw bodyTooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Left open on return, so that the 413 still reaches the client.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) break;
      chunks.push(chunk);
    }
  } catch {
    // Node's error has the code of a lost connection, which would be mistaken for the database's.
    throw new ApiError(400, "The connection was closed before the body was complete.");
  }
  if (size > limit) throw bodyTooLarge(limit);
  return Buffer.concat(chunks);
}
