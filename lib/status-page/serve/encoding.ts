import type { Snapshot } from "./snapshot";

export type Encoding = "br" | "gzip" | "identity";

/** Returns the best encoding for an Accept-Encoding header: brotli, gzip, or none. `q=0` excludes an encoding. */
export function bestEncoding(header: string | undefined): Encoding {
  if (!header) return "identity";
  let gzip = false;
  for (const part of header.split(",")) {
    const [coding = "", ...parameters] = part.trim().toLowerCase().split(";");
    if (parameters.some((parameter) => /^\s*q=0(\.0*)?$/.test(parameter))) continue;
    if (coding === "br") return "br";
    if (coding === "gzip" || coding === "*") gzip = true;
  }
  return gzip ? "gzip" : "identity";
}

/** Returns the body for a wanted encoding and its actual encoding. */
export function bodyIn(snapshot: Snapshot, wanted: Encoding): { encoding: Encoding; body: Buffer } {
  const body = wanted === "br" ? snapshot.brotli : wanted === "gzip" ? snapshot.gzip : null;
  return body ? { encoding: wanted, body } : { encoding: "identity", body: snapshot.identity };
}

/** Returns whether If-None-Match contains this tag, by weak comparison (RFC 9110 §13.1.2). */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header === etag || header === `W/${etag}` || header.trim() === "*") return true;
  return header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
