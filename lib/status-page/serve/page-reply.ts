import { plainHeaders } from "@/lib/shared/plain-document";
import type { PageAnswer } from "./page-request";
import type { Snapshot } from "./snapshot";

/** The response to a request for a page. */
export interface PageReply {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer | null;
  /** The body that was sent, if it's the same for everyone who asks for the same. */
  readonly shared?: Snapshot;
}

/** Request headers that the form of a response depends on. */
export interface Wanted {
  readonly method: string;
  readonly header: (name: string) => string | undefined;
}

/** Returns an HTML document that isn't kept. */
export function documentReply(
  { method }: Wanted,
  status: number,
  html: string,
  headers: Record<string, string> = {},
): PageReply {
  const all = { ...plainHeaders(html), ...headers };
  return { status, headers: Object.entries(all).flat(), body: method === "HEAD" ? null : Buffer.from(html) };
}

export function redirectReply(location: string, cookies: readonly string[] = []): PageReply {
  const headers = ["Location", location, "Cache-Control", "no-store", "Content-Length", "0"];
  for (const cookie of cookies) headers.push("Set-Cookie", cookie);
  return { status: cookies.length > 0 ? 303 : 302, headers, body: null };
}

/** Returns a pre-rendered answer in the encoding that the client accepts, or a 304 if it has the bytes. */
export function snapshotReply(
  { method, header }: Wanted,
  { snapshot, status, open }: Extract<PageAnswer, { kind: "snapshot" }>,
): PageReply {
  const shared = status === 200 && open ? { shared: snapshot } : {};
  const conditions = {
    "if-none-match": header("if-none-match"),
    "if-modified-since": header("if-modified-since"),
  };
  if (status === 200 && isUnchanged(conditions, snapshot))
    return { status: 304, headers: snapshotHeaders(snapshot, null, open), body: null, ...shared };
  const encoding = bestEncoding(header("accept-encoding"));
  const body = method === "HEAD" ? null : bodyIn(snapshot, encoding).body;
  return { status, headers: snapshotHeaders(snapshot, encoding, open, status), body, ...shared };
}

export type Encoding = "br" | "gzip" | "identity";

/** Returns the best encoding for an Accept-Encoding header: brotli, gzip, or none. `q=0` excludes an encoding. */
export function bestEncoding(header: string | undefined): Encoding {
  if (!header) return "identity";
  const accepted = new Map<string, boolean>();
  for (const part of header.split(",")) {
    const [coding = "", ...parameters] = part.trim().toLowerCase().split(";");
    accepted.set(coding, !parameters.some((parameter) => /^\s*q=0(\.0*)?$/.test(parameter)));
  }
  if (accepted.get("br")) return "br";
  return (accepted.get("gzip") ?? accepted.get("*")) ? "gzip" : "identity";
}

/** Returns the body for a wanted encoding and its actual encoding. */
export function bodyIn(snapshot: Snapshot, wanted: Encoding): { encoding: Encoding; body: Buffer } {
  const body = wanted === "br" ? snapshot.brotli : wanted === "gzip" ? snapshot.gzip : null;
  return body ? { encoding: wanted, body } : { encoding: "identity", body: snapshot.identity };
}

/** Returns whether If-None-Match contains this tag, by weak comparison (RFC 9110 §13.1.2). */
function isKnown(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header === etag || header === `W/${etag}` || header.trim() === "*") return true;
  return header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

interface Conditions {
  readonly "if-none-match"?: string | undefined;
  readonly "if-modified-since"?: string | undefined;
}

/** Returns whether the client has these bytes: by its tag, or if it sent none, by the time of the last change (RFC 9110 §13.2.2). */
export function isUnchanged(headers: Conditions, snapshot: Snapshot): boolean {
  const { "if-none-match": tag, "if-modified-since": since } = headers;
  if (tag !== undefined) return isKnown(tag, snapshot.etag);
  const changed = snapshot.headers["Last-Modified"];
  return since !== undefined && changed !== undefined && Date.parse(since) >= Date.parse(changed);
}

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
