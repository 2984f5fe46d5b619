import { bodyIn, type Encoding } from "@/lib/status-page/serve/encoding";
import type { Sealed } from "@/lib/status-page/serve/render-page";

/**
 * Raw headers of a sealed answer: Node writes a flat list without looking at it twice. Without an encoding: those of a 304.
 * What not everybody may see is never kept by anyone (T32, T33).
 */
export function sealedHeaders(
  sealed: Sealed,
  wanted: Encoding | null,
  open: boolean,
  status = 200,
): string[] {
  const headers: string[] = ["ETag", sealed.etag, "Vary", "Accept-Encoding"];
  for (const [name, value] of Object.entries(sealed.headers)) {
    if (name === "Cache-Control" && !open) continue;
    headers.push(name, value);
  }
  if (!open) headers.push("Cache-Control", "no-store");
  if (status === 401) headers.push("WWW-Authenticate", "Bearer");
  if (wanted === null) return headers;
  const { encoding, body } = bodyIn(sealed, wanted);
  headers.push("Content-Type", sealed.contentType, "Content-Length", String(body.length));
  if (encoding !== "identity") headers.push("Content-Encoding", encoding);
  return headers;
}
