import { bodyIn, type Encoding } from "@/lib/status-page/serve/encoding";
import type { Snapshot } from "@/lib/status-page/serve/snapshot";

/**
 * Returns the raw headers of a pre-rendered answer as a flat list, which Node writes as is. Without an encoding: those of a
 * 304. Answers that aren't public must never be cached.
 */
export function snapshotHeaders(
  snapshot: Snapshot,
  wanted: Encoding | null,
  open: boolean,
  status = 200,
): string[] {
  const headers: string[] = ["ETag", snapshot.etag, "Vary", "Accept-Encoding"];
  for (const [name, value] of Object.entries(snapshot.headers)) {
    if (name === "Cache-Control" && !open) continue;
    headers.push(name, value);
  }
  if (!open) headers.push("Cache-Control", "no-store");
  if (status === 401) headers.push("WWW-Authenticate", "Bearer");
  if (wanted === null) return headers;
  const { encoding, body } = bodyIn(snapshot, wanted);
  headers.push("Content-Type", snapshot.contentType, "Content-Length", String(body.length));
  if (encoding !== "identity") headers.push("Content-Encoding", encoding);
  return headers;
}
