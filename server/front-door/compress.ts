import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { ApiReply } from "@/lib/http/router/dispatch";
import { bestEncoding } from "@/server/pages/snapshot-response";

/** Shorter bodies fit into one packet anyway. */
const MIN_BYTES = 1400;
/** Level 1 costs a third of the default and leaves JSON and metrics a tenth larger. */
const LEVEL = 1;
const COMPRESSIBLE = /^(?:application\/(?:problem\+)?json|text\/)/;

const gzipped = promisify(gzip);

/**
 * Compresses the reply to a read for a client that accepts it. Replies to writes may contain a new secret, whose length would
 * then depend on what else the reply contains.
 */
export async function compressed(
  reply: ApiReply,
  request: { method: string; headers: (name: string) => string | undefined },
): Promise<ApiReply> {
  const { body, headers } = reply;
  if (request.method !== "GET" || typeof body !== "string" || body.length < MIN_BYTES) return reply;
  if (headers["Content-Encoding"] || !COMPRESSIBLE.test(headers["Content-Type"] ?? "")) return reply;
  const varied = { ...headers, Vary: "Accept-Encoding" };
  if (bestEncoding(request.headers("accept-encoding")?.replace(/\bbr\b/g, "")) !== "gzip")
    return { ...reply, headers: varied };
  // The bytes differ from the plain ones, so the tag is weak. If-None-Match compares weakly anyway.
  const weak = headers.ETag === undefined ? varied : { ...varied, ETag: `W/${headers.ETag}` };
  return {
    ...reply,
    headers: { ...weak, "Content-Encoding": "gzip" },
    body: await gzipped(body, { level: LEVEL }),
  };
}
